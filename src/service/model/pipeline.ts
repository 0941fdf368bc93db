/** A pipeline and its stages as the service stores them (interface 11.9). */

/** Permissions of a stage. Calls may change only a stage with the first value. */
export const WRITE_PERMISSIONS = ['CRM_PERMISSIONS_ENFORCEMENT', 'READ_ONLY', 'INTERNAL_ONLY'] as const;

export interface StoredStage {
  readonly id: string;
  readonly label: string;
  readonly displayOrder: number;
  /** The one member that the object type has. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly writePermissions: (typeof WRITE_PERMISSIONS)[number];
  readonly createdAt: number;
}

export interface StoredPipeline {
  readonly id: string;
  readonly label: string;
  readonly displayOrder: number;
  /** Stages in the order of their creation. Only displayOrder tells the order in the account. */
  readonly stages: readonly StoredStage[];
  readonly createdAt: number;
  /** Time of the last change of the pipeline or of any of its stages. */
  readonly updatedAt: number;
}
