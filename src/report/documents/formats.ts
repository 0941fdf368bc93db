/** Names of the documents that have no noun in the model. */

export const ERROR_FORMAT = 'trueup.error/1';
export const VALIDATION_FORMAT = 'trueup.validation/1';
export const RUNS_FORMAT = 'trueup.runs/1';
export const RECORDS_FORMAT = 'trueup.records/1';
export const TIMELINE_FORMAT = 'trueup.timeline/1';
export const AUTH_STATUS_FORMAT = 'trueup.auth-status/1';
export const AUTH_LOGIN_FORMAT = 'trueup.auth-login/1';
export const AUTH_REVOKE_FORMAT = 'trueup.auth-revoke/1';
export const EXPORT_FORMAT = 'trueup.export/1';
export const PAGE_FORMAT = 'trueup.page/1';
export const INIT_FORMAT = 'trueup.init/1';
export const FORMATTED_FORMAT = 'trueup.formatted/1';
export const GENERATED_FORMAT = 'trueup.generated/1';
export const SCHEMAS_FORMAT = 'trueup.schemas/1';
export const FLEET_ACCOUNTS_FORMAT = 'trueup.fleet-accounts/1';
export const FLEET_IMPORT_FORMAT = 'trueup.fleet-import/1';
export const FLEET_RESEAL_FORMAT = 'trueup.fleet-reseal/1';
export const CLUSTERS_FORMAT = 'trueup.clusters/1';
export const FLEET_WORK_FORMAT = 'trueup.fleet-work/1';
