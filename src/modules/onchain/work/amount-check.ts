/** A plain decimal as text: no sign, no exponent. What the gateway reports is parsed to be one before it is stored. */
const PLAIN_DECIMAL = "^[0-9]+([.][0-9]+)?$"

export function amountChecks(
  table: string,
  columns: readonly string[]
): { name: string; expression: string }[] {
  return columns.map((column) => ({
    name: `${table}_${column}_check`,
    expression: `${column} ~ '${PLAIN_DECIMAL}'`,
  }))
}
