/** The type of a page's script for the rest of the program, which has no browser types. */

export declare function runPage(): void;
