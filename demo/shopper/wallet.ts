import { z } from "zod"
import { waitUntil } from "../../scripts/process/wait-until"
import { formatAmount, padAmount, parseAmount } from "../../src/gateway/amount"
import { createJsonApi } from "./json-api"

/** The fields of the store API's payment that the wallet needs. */
const Payment = z.object({
  kind: z.enum(["invoice", "auto_deposit"]).nullable(),
  chain: z.string().nullable(),
  network_id: z.string().nullable(),
  network_name: z.string().nullable(),
  token: z.string().nullable(),
  canonical_asset_id: z.string().nullable(),
  decimals: z.number().nullable(),
  amount: z.string().nullable(),
  remaining_amount: z.string().nullable(),
  deposit_address: z.string().nullable(),
  memo: z.string().nullable(),
})
type Payment = z.infer<typeof Payment>

const Invoices = z.array(
  z.looseObject({
    id: z.string(),
    status: z.string(),
    depositAddress: z.string().nullish(),
    memoId: z.string().nullish(),
  })
)
const Sent = z.looseObject({ txHash: z.string(), outcome: z.string() })

const actionKeys = ["exact", "under", "over", "late", "wrong_token", "no_memo", "reorg"] as const
type ActionKey = (typeof actionKeys)[number]

/** Something the shopper's wallet can do with a payment. */
export interface WalletAction {
  key: ActionKey
  label: string
  /** What happens, or why the action is not possible. */
  effect: string
  isPossible: boolean
}

/** A sandbox wallet with an unlimited balance of every token. */
export interface Wallet {
  /** @param payment the view of the store API, with its address */
  actions(payment: unknown): WalletAction[]
  /**
   * @param request `payment` and the `key` of an action
   * @returns the hash of the transaction
   * @throws Error when the payment cannot take money, or the sandbox refuses
   */
  send(request: unknown): Promise<{ tx_hash: string }>
}

/** The coin of each network that the sandbox serves. */
const coins: Record<string, string> = { bnb: "BNB", sol: "SOL", stellar: "XLM", nova: "NOVA" }
const inReview = "It is held for review in the admin."
/** The service sends no webhook for a part; see the pauses of `check-schedule`. */
const unannounced = "The shop sees a part with its next status check, within about two minutes."
const wrongAmount = "0.01"
const confirmationTimeoutMs = 60_000

type Transfer = { token: string; amount: string; hasMemo: boolean; effect: string }

/** @param origin address of the sandbox, without its API path */
export function createWallet(origin: string): Wallet {
  const sandbox = createJsonApi(`${origin}/_sandbox`)

  async function findInvoice({ deposit_address: address, memo }: Payment) {
    const invoices = Invoices.parse(await sandbox.get("/invoices"))
    return invoices.find((i) => i.depositAddress === address && (i.memoId ?? null) === memo)
  }

  async function reorganize(payment: Payment): Promise<void> {
    const invoice = await waitUntil(
      "the payment to be in a block",
      async () => {
        const found = await findInvoice(payment)
        return found?.status === "confirming" ? found : null
      },
      { timeoutMs: confirmationTimeoutMs }
    )
    await sandbox.post("/reorg", { invoiceId: invoice.id })
  }

  return {
    actions: (value) => actionKeys.map((key) => describe(key, Payment.parse(value))),
    async send(request) {
      const { payment, key } = z.object({ payment: Payment, key: z.enum(actionKeys) }).parse(request)
      const { isPossible, effect } = describe(key, payment)
      const transfer = plan(key, payment)
      if (!isPossible || !transfer) throw new Error(effect)
      if (key === "late") await sandbox.post("/expire", { invoiceId: (await findInvoice(payment))?.id })
      const { chain, network_id: networkId, deposit_address: toAddress, token, canonical_asset_id } = payment
      const asset =
        transfer.token === token && canonical_asset_id ? { canonicalAssetId: canonical_asset_id } : {}
      const sent = await sandbox.post("/transfer", {
        ...{ toAddress, chain, networkId, token: transfer.token, amount: transfer.amount, ...asset },
        memo: transfer.hasMemo ? payment.memo : null,
      })
      if (key === "reorg") await reorganize(payment)
      return { tx_hash: Sent.parse(sent).txHash }
    },
  }
}

const labels: Record<ActionKey, string> = {
  exact: "Pay",
  under: "Underpay",
  over: "Overpay",
  late: "Pay late",
  wrong_token: "Send the wrong token",
  no_memo: "Pay without the memo",
  reorg: "Pay, then reorganize",
}

function describe(key: ActionKey, payment: Payment): WalletAction {
  const transfer = plan(key, payment)
  const refusal = refusalOf(key, payment)
  const plain = transfer?.effect ?? "There is no address to pay yet."
  const effect = refusal ?? [plain, transfer && noteOn(key, payment)].filter(Boolean).join(" ")
  return { key, label: labels[key], effect, isPossible: refusal === null && transfer !== null }
}

function noteOn(key: ActionKey, payment: Payment): string | null {
  if (isMisfit(key, payment)) return inReview
  return key === "under" ? unannounced : null
}

/** Whether the money is held for review. A deposit to a customer's own address must match the amount exactly. */
function isMisfit(key: ActionKey, { kind }: Payment): boolean {
  if (key === "under" || key === "over") return kind === "auto_deposit"
  return key === "late" || key === "wrong_token" || key === "no_memo"
}

function refusalOf(key: ActionKey, { kind, memo }: Payment): string | null {
  if (key === "no_memo" && memo === null) return "Only payments on Stellar have a memo."
  if (kind !== "auto_deposit") return null
  if (key === "late") return "The address of a signed-in customer does not expire."
  if (key === "reorg") return "A deposit to a customer's address counts once it is final."
  return null
}

/** @returns null while nothing is due or there is no address */
function plan(key: ActionKey, payment: Payment): Transfer | null {
  const { token, network_name: network, decimals, deposit_address: address, memo } = payment
  const { amount: total, remaining_amount: rest } = payment
  if (token === null || decimals === null || address === null || total === null || rest === null) return null
  const due = parseAmount(rest, decimals)
  if (due === 0n) return null
  const write = (units: bigint) => formatAmount(units, decimals)
  const show = (units: bigint) => shownAmount(write(units))
  const whole = shownAmount(rest)
  const transfer = { token, amount: write(due), hasMemo: true }
  switch (key) {
    case "exact":
      return { ...transfer, effect: `Sends ${whole} ${token}, exactly what is due.` }
    case "under": {
      const amount = write(due / 2n)
      return { ...transfer, amount, effect: `Sends ${show(due / 2n)} of ${whole} ${token}.` }
    }
    case "over": {
      const surplus = due / 10n || 1n
      const amount = write(due + surplus)
      return {
        ...transfer,
        amount,
        effect: `Sends ${show(due + surplus)} ${token}, ${show(surplus)} too much.`,
      }
    }
    case "late":
      return { ...transfer, effect: `Lets the time run out, then sends ${whole} ${token}.` }
    case "wrong_token": {
      const other = wrongToken(payment)
      const effect = `Sends ${wrongAmount} ${other} on ${network} in place of ${token}.`
      return { token: other, amount: wrongAmount, hasMemo: true, effect }
    }
    case "no_memo":
      return { ...transfer, hasMemo: false, effect: `Sends ${whole} ${token} without memo ${memo}.` }
    case "reorg":
      return { ...transfer, effect: `Sends ${whole} ${token}; its block is reorganized once, then rebuilt.` }
  }
}

/** @example shownAmount("8.5") // "8.50" */
function shownAmount(amount: string): string {
  return amount.includes(".") ? padAmount(amount, 2) : amount
}

function wrongToken({ token, network_id: networkId }: Payment): string {
  const coin = coins[(networkId ?? "").split("-")[0] ?? ""] ?? "ETH"
  return token === coin ? "USDC" : coin
}
