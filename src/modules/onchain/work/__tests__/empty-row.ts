/** A row in which these columns are null, for the builders of sample rows. */
export const emptyRow = (columns: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(columns.map((name) => [name, null]))
