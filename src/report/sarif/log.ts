/** The part of SARIF 2.1.0 that we write (OASIS Standard, sections 3.13 to 3.55), as types. */

export interface SarifLog {
  readonly $schema: string;
  readonly version: '2.1.0';
  readonly runs: readonly SarifRun[];
}

interface SarifRun {
  readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly SarifRule[] } };
  /** What tells runs for different accounts apart; ends in a slash. */
  readonly automationDetails: { readonly id: string };
  readonly invocations: readonly { readonly executionSuccessful: boolean }[];
  /** What a column counts. */
  readonly columnKind: 'utf16CodeUnits';
  readonly results: readonly SarifResult[];
}

export interface SarifRule {
  readonly id: string;
  readonly shortDescription: SarifText;
  readonly fullDescription: SarifText;
  readonly help: SarifText;
  readonly defaultConfiguration: { readonly level: SarifLevel };
}

export type SarifLevel = 'error' | 'warning' | 'note';

interface SarifText {
  readonly text: string;
}

export interface SarifResult {
  readonly ruleId: string;
  /** In `rules` of the driver. */
  readonly ruleIndex: number;
  readonly level: SarifLevel;
  readonly message: SarifText;
  readonly locations: readonly SarifLocation[];
  readonly relatedLocations?: readonly SarifLocation[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
}

export interface SarifLocation {
  readonly message?: SarifText;
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: '%SRCROOT%' };
    readonly region?: { readonly startLine: number; readonly startColumn: number };
  };
  readonly logicalLocations?: readonly { readonly fullyQualifiedName: string; readonly kind: 'resource' }[];
}
