/** Answer of `POST /admin/onchain/customers/:id/erase`: how many rows changed or were deleted, by table. */
export type OnchainErasureResponse = {
  customer: { customer_id: string; erased_rows: Record<string, number> }
}
