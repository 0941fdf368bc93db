/** The form of an app id: digits, as the service gives them. Another spelling of a number would be another app. */

export const APP_ID = /^[1-9]\d{0,14}$/;

export const APP_ID_ERROR = 'expected an app id such as 2001: at most 15 digits, without a zero in front';
