/** Names of what is cached. A change of one row makes everything under its list old. */
export const queryKeys = {
  deposits: ["onchain", "deposits"],
  depositList: (query: object) => ["onchain", "deposits", "list", query],
  deposit: (id: string) => ["onchain", "deposits", "detail", id],
  waiting: ["onchain", "deposits", "waiting"],
  customer: (id: string) => ["onchain", "deposits", "customer", id],
  payments: ["onchain", "payments"],
  paymentList: (query: object) => ["onchain", "payments", "list", query],
  payment: (id: string) => ["onchain", "payments", "detail", id],
  paymentsWaiting: ["onchain", "payments", "waiting"],
  deliveries: ["onchain", "deliveries"],
  deliveryList: (query: object) => ["onchain", "deliveries", "list", query],
  delivery: (id: string) => ["onchain", "deliveries", "detail", id],
} as const
