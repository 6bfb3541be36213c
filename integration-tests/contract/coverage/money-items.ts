/** Splitting an invoice, and moving money out. */
export const payoutItems = {
  "rule:route.approved": "only a route approved in the dashboard can be named",
  "rule:route.split": "a route splits the net amount after full settlement",
  "rule:route.leg": "every leg is one withdrawal",
  "field:quote-request": "amount, rail and destination",
  "rule:quote.stellar-destination": "on Stellar a destination is an account G...",
  "rule:quote.memo": "a destination's memo can be given",
  "field:quote": "a quote has an id, which is the create call's quoteId",
  "field:withdrawal-request": "a withdrawal is created with quoteId and clientReference",
  "rule:withdrawal.fee": "the fee comes out of the requested amount",
  "rule:withdrawal.xlm": "XLM is withdrawn as stellar, stellar-mainnet, XLM",
  "rule:withdrawal.quote-first": "a withdrawal needs a quote",
  "rule:withdrawal.policy": "policy restricts asset, network, amount and destination",
  "rule:withdrawal.destination-check": "a destination that is not an address of the network is refused",
  "rule:withdrawal.server-side": "a caller can validate a destination on its own server first",
} as const

/** How a withdrawal moves. */
export const withdrawalStateItems = {
  "state:withdrawal.queued": "created",
  "state:withdrawal.processing": "being prepared",
  "state:withdrawal.pending_funds": "awaits money that is on its way to the treasury",
  "state:withdrawal.gas_blocked": "awaits gas credit",
  "state:withdrawal.funds_reserved": "named case: the funds belong to another withdrawal",
  "state:withdrawal.broadcast": "named case: on the chain, not final",
  "state:withdrawal.completed": "named case: final",
  "state:withdrawal.destination_rejected": "named case: the destination did not accept it",
  "state:withdrawal.failed": "a withdrawal that failed otherwise",
  "transition:withdrawal.new.queued":
    "created from a quote, after policy, balance and destination were checked",
  "transition:withdrawal.queued.pending_funds": "recent invoice money is still being swept",
  "transition:withdrawal.pending_funds.processing": "the money arrived, and it continues",
  "transition:withdrawal.queued.gas_blocked": "gas credit was insufficient before the work",
  "transition:withdrawal.processing.gas_blocked": "gas credit was insufficient during the work",
  "transition:withdrawal.processing.broadcast": "sent to the chain",
  "transition:withdrawal.broadcast.completed": "confirmed by the chain",
  "transition:withdrawal.processing.destination_rejected": "refused by the destination",
  "rule:withdrawal.insufficient": "more than the balance is refused",
  "rule:withdrawal.legacy": "money that cannot be swept does not count",
  "rule:withdrawal.after-paid": "right after invoice.paid a withdrawal may wait as pending_funds",
  "rule:gas.oldest-first": "a top-up resumes the oldest first, until credit runs out again",
  "rule:gas.no-error": "a gas shortfall is a state and not an error of the call",
} as const

/** Balances and transactions, for reconciliation. */
export const balanceItems = {
  "field:balance.total": "what can be withdrawn",
  "field:balance.totalHeld": "held at addresses; not withdrawable",
  "field:balance.requiresRecovery": "shown for reconciliation; not withdrawable",
  "field:transaction": "movements with rail and amount",
} as const
