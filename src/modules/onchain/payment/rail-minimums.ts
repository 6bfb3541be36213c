import {
  HIGHEST_FEE,
  isLearned,
  readFee,
  type AmountFacts,
  type InvoiceFee,
  type ServiceMinimums,
} from "../../../domain/payment/minimums"
import type { PaymentKind } from "../../../domain/payment/payment-lifecycle"
import { isAmountRefusal } from "../../../gateway/client/errors"
import type { BillingReader } from "../finance/billing-reader"
import { inTime } from "../work/take-due"
import { REFUSED_AMOUNT, type SharedStatus } from "../work/shared-status"

/** The first checkout waits this long for the plan. */
const PATIENCE_MS = 1_000
/** Between two readings of the plan, also of one that failed. */
const INTERVAL_MS = 5 * 60_000

/** `amount` is a decimal in token units. */
export type RefusedAmount = { kind: PaymentKind; railId: string; amount: string }

/** What is too small for the service: by the settings, by the fee of the plan, and by what it refused within the last day. */
export class RailMinimums {
  private fee: InvoiceFee | null = null
  private readAtMs = -Infinity

  constructor(
    private readonly settings: ServiceMinimums,
    private readonly billing: Pick<BillingReader, "readRecent">,
    private readonly status: Pick<SharedStatus, "note" | "recent">,
    private readonly clock: () => number
  ) {}

  /** @returns the facts of a rail, by its id */
  async read(): Promise<{
    fee: InvoiceFee
    of: (railId: string) => Omit<AmountFacts, "amount" | "usdPrice">
  }> {
    const [rows] = await Promise.all([this.refused(), this.refreshFee()])
    const { settings: minimums } = this
    const fee = this.fee ?? HIGHEST_FEE
    const refusedAs = (kind: PaymentKind, railId: string) =>
      rows.find((row) => row.kind === kind && row.railId === railId)?.amount
    return {
      fee,
      of: (railId) => ({
        fee,
        minimums,
        refused: { invoice: refusedAs("invoice", railId), intent: refusedAs("auto_deposit", railId) },
      }),
    }
  }

  /** What the service refused within the last day. */
  async refused(): Promise<RefusedAmount[]> {
    const rows = await this.status.recent(REFUSED_AMOUNT)
    return rows.flatMap(({ name, detail }) => {
      const [kind = "", ...railId] = name.split(":")
      return isKind(kind) && detail !== null ? [{ kind, railId: railId.join(":"), amount: detail }] : []
    })
  }

  /** Remembers an amount that the service refused for being too small, for all processes. */
  learn(refused: RefusedAmount & { usdPrice: string | null }, error: unknown): void {
    if (isAmountRefusal(error) && isLearned(refused))
      this.status.note(`${REFUSED_AMOUNT}${refused.kind}:${refused.railId}`, refused.amount)
  }

  /** Only the first one waits: a provider that does not answer must not delay every checkout. */
  private async refreshFee(): Promise<void> {
    if (this.clock() - this.readAtMs < INTERVAL_MS) return
    this.readAtMs = this.clock()
    const reading = this.billing.readRecent().then(
      ({ billing }) => void (this.fee = readFee(billing)),
      // The health page reads the plan too, and says why it cannot be read. The last fee stays.
      () => undefined
    )
    if (this.fee === null) await inTime(reading, PATIENCE_MS)
  }
}

function isKind(text: string): text is PaymentKind {
  return text === "invoice" || text === "auto_deposit"
}
