/** What Medusa puts before the id that a merchant gave our payment provider. */
const PREFIX = "pp_onchain_"

/** Whether a payment provider of Medusa is ours, under whatever id. */
export function isOwnProvider(providerId: string): boolean {
  return providerId.startsWith(PREFIX)
}
