/** Names of what is cached. A change of one deposit makes everything under `deposits` old. */
export const queryKeys = {
  deposits: ["onchain", "deposits"],
  depositList: (query: object) => ["onchain", "deposits", "list", query],
  deposit: (id: string) => ["onchain", "deposits", "detail", id],
  waiting: ["onchain", "deposits", "waiting"],
  customer: (id: string) => ["onchain", "deposits", "customer", id],
} as const
