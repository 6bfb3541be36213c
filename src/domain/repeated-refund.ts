/**
 * Finds refunds that were recorded, taken back by Medusa, and made again under a later id.
 *
 * One that nobody made again stays: Medusa may keep the money of an order that it never placed, and it is owed.
 *
 * @param recorded all refunds of orders that some payments have, by Medusa's ids, which begin with the time
 * @param known ids of those that Medusa has
 * @returns ids of those that are owed twice
 * @example findRepeatedRefunds([{ id: "ref_1", payment_id: "p" }, { id: "ref_2", payment_id: "p" }], new Set(["ref_2"])) // ["ref_1"]
 */
export function findRepeatedRefunds(
  recorded: readonly { id: string; payment_id: string }[],
  known: ReadonlySet<string>
): string[] {
  const isMadeAgain = ({ id, payment_id }: { id: string; payment_id: string }) =>
    recorded.some((other) => other.payment_id === payment_id && other.id > id && known.has(other.id))
  return recorded.filter((refund) => !known.has(refund.id) && isMadeAgain(refund)).map(({ id }) => id)
}
