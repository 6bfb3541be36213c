export type AdminPermission = { resource: string; operation: string }

/** @returns the permissions of a resource by operation, with the description that the editor of a role sees */
const permissionsOf =
  (noun: string, plural: string) =>
  (operation: string, description: string): AdminPermission & { name: string; description: string } => ({
    name: `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Onchain${plural}`,
    resource: `onchain_${noun}`,
    ...{ operation, description },
  })

const health = permissionsOf("health", "Health")
const payment = permissionsOf("payment", "Payments")
const deposit = permissionsOf("deposit", "Deposits")
const customer = permissionsOf("customer", "Customers")
const webhook = permissionsOf("webhook", "Webhooks")
const destination = permissionsOf("destination", "Destinations")
const withdrawal = permissionsOf("withdrawal", "Withdrawals")
const refund = permissionsOf("refund", "Refunds")
const book = permissionsOf("book", "Books")
const report = permissionsOf("book", "Reports")
const billing = permissionsOf("billing", "Billing")

export const ADMIN_PERMISSIONS = {
  readHealth: health("read", "See the health of crypto payments"),
  readPayments: payment("read", "See crypto payments, and check them at the provider"),
  decidePayments: payment("update", "Decide about crypto payments, and send payment links"),
  readDeposits: deposit("read", "See crypto deposits in review and the addresses of customers"),
  decideDeposits: deposit(
    "update",
    "Assign and accept crypto deposits in review, and link customers with the provider's"
  ),
  refundDeposits: deposit("refund", "Send crypto deposits in review back to their senders"),
  eraseCustomers: customer("delete", "Erase the data of a customer from the rows of crypto payments"),
  readWebhooks: webhook("read", "See the provider's webhooks with their bodies"),
  rerunWebhooks: webhook("update", "Run the provider's webhooks again"),
  readDestinations: destination("read", "See the addresses that crypto can be paid out to"),
  createDestinations: destination("create", "Add addresses that crypto can be paid out to"),
  approveDestinations: destination("approve", "Approve addresses that crypto can be paid out to"),
  archiveDestinations: destination("delete", "Archive addresses that crypto could be paid out to"),
  readWithdrawals: withdrawal("read", "See crypto withdrawals"),
  requestWithdrawals: withdrawal(
    "create",
    "Request crypto withdrawals, confirm their quotes and cancel them"
  ),
  approveWithdrawals: withdrawal(
    "approve",
    "Approve crypto withdrawals, and end those with an unknown outcome"
  ),
  readRefunds: refund("read", "See crypto refunds that are due or paid"),
  payRefunds: refund("pay", "Request payouts of crypto refunds, and settle refunds by other means"),
  readFinance: book("read", "See crypto balances, transactions and reports"),
  reviewTransactions: book("update", "Mark crypto transactions as reviewed"),
  makeReports: report("create", "Create reports of crypto payments"),
  readBilling: billing("read", "See the plan and gas credit at the provider"),
}
