/** The script of a page as the rest of the program sees it, which knows no browser. */

export declare function runPage(): void;
