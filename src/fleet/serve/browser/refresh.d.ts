/** The type of the script of the status page for the rest of the program, which has no browser types. */

export declare function runRefresh(): void;
