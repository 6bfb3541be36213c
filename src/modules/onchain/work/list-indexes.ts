type ListIndex<Column extends string> = {
  name: string
  on: ("environment" | "business_id" | "id" | Column)[]
}

/**
 * Indexes of a list that is read within one account: all rows, and each filter, in the order of the page. The
 * identifier makes the order total.
 *
 * @param by column of the order
 * @param filters columns that a list is filtered by, one at a time
 */
export function listIndexes<Column extends string>(
  table: string,
  by: Column,
  filters: readonly Column[]
): ListIndex<Column>[] {
  return [[], ...filters.map((filter) => [filter])].map((filter) => ({
    name: `IDX_${[table, ...filter, by, "id"].join("_")}`,
    on: ["environment", "business_id", ...filter, by, "id"],
  }))
}
