/** Names of the documents that no noun of the model stands for. */

export const ERROR_FORMAT = 'trueup.error/1';
export const VALIDATION_FORMAT = 'trueup.validation/1';
export const RUNS_FORMAT = 'trueup.runs/1';
