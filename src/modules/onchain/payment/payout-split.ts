import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import { percentToBps } from "../../../domain/payment/payout-shares"
import type { Payout } from "../../../domain/payment/rails"
import { normalizeAddress } from "../../../gateway/address"
import { isRecord, type PayoutRecipient } from "../../../gateway/contract"
import { describeRecipients } from "../options/option-groups"
import type { OnchainOptions } from "../options/options"
import type { PayoutService } from "../payout/payout-service"
import { reasonOf } from "../work/audit-log"
import { inTime, type Scope, scopeColumns } from "../work/claim"
import type { CollectionAmounts } from "./medusa-payments"
import type { PaymentRow } from "./payment-row"
import type { RailQuote } from "./rails"

/** What the split of an attempt is chosen for. Amounts are decimal text: tokens, and the currency's major units. */
export type PayoutQuestion = {
  session_id: string
  /** Medusa's payment collection, which leads to the cart or order. */
  collection_id: string | null
  /** Medusa's customer, when signed in. */
  customer_id: string | null
  rail: { id: string; chain: string; network_id: string; token: string; canonical_asset_id: string | null }
  amount: string
  fiat_amount: string
  currency_code: string
}

const text = z.string().trim().min(1)
const recipientChoice = z
  .strictObject({
    label: text,
    address: text,
    share_bps: z.number().int().min(1).max(10_000).optional(),
    share_percent: z.union([z.string(), z.number()]).optional(),
  })
  .refine(({ share_bps, share_percent }) => (share_bps === undefined) !== (share_percent === undefined), {
    error: "expected either share_bps or share_percent",
  })
const routeChoice = z.strictObject({ route_id: text })
const recipientsChoice = z.strictObject({ recipients: z.array(recipientChoice).min(1) })

/** An answer of the hook `choosePayout`: a route approved at the service, or recipients on the network of the rail. */
export type PayoutChoice = z.infer<typeof routeChoice> | z.infer<typeof recipientsChoice>

/** Asks the store, once per attempt. @returns nothing for the payout of the rail's rule */
export type ChoosePayout = (question: PayoutQuestion) => Promise<PayoutChoice | null>

/** The workflow that has the hook. The payment provider cannot import it, so it is run by its id. */
export const CHOOSE_PAYOUT = "choose-onchain-payout"

/** A shopper waits for the answer, and the lock of the payment is held. */
const ANSWER_MS = 10_000

/** Medusa's workflow engine, which runs the handler in the store's own container. */
type Engine = {
  run: (id: string, options: { input: PayoutQuestion }) => Promise<{ result: ChosenPayout }>
}
export type ChosenPayout = { choice: PayoutChoice | null }

export function choosePayoutBy(engine: Engine, answerMs: number = ANSWER_MS): ChoosePayout {
  return async (question) => {
    const done = await inTime(engine.run(CHOOSE_PAYOUT, { input: question }), answerMs)
    if (done === undefined) throw new Error(`the hook did not answer within ${answerMs / 1_000} seconds`)
    return done.result.choice
  }
}

export type SplitContext = {
  options: Pick<OnchainOptions, "payoutApiKey">
  payouts: { destinations: Pick<PayoutService["destinations"], "ownAddress"> }
  collectionAmounts: Pick<CollectionAmounts, "itemsOf">
  /** For the log: the row of the attempt has the reason too. */
  onNoPayout: (question: PayoutQuestion, reason: string) => Promise<void>
}

type Asked = {
  rail: RailQuote
  request: {
    sessionId: string
    collectionId?: string | null
    customerId: string | null
    fiatAmount: string
    currencyCode: string
  }
}

/**
 * Asks the store how to split what an attempt brings; without an answer the rule of the rail applies.
 *
 * Without a readable answer nothing may be opened: the money of a seller would stay in the treasury.
 *
 * @returns the split, with a digest of the items that it was chosen for, or what the merchant has to know
 */
export async function chooseSplit(
  choose: ChoosePayout,
  { rail, request }: Asked,
  context: SplitContext
): Promise<{ payout: Payout | undefined; items: string | null; problem: string | null }> {
  const { chain, networkId: network_id, token, canonicalAssetId: canonical_asset_id = null } = rail.token
  const question: PayoutQuestion = {
    ...{ session_id: request.sessionId, collection_id: request.collectionId ?? null },
    customer_id: request.customerId,
    rail: { id: rail.id, chain, network_id, token, canonical_asset_id },
    ...{ amount: rail.amount, fiat_amount: request.fiatAmount, currency_code: request.currencyCode },
  }
  const { collection_id } = question
  const read = () => (collection_id ? context.collectionAmounts.itemsOf(collection_id) : null)
  try {
    const before = await read()
    const choice = await choose(question)
    const payout = choice === null ? rail.payout : await choiceToPayout(choice, chain, context)
    const held = choice && (await read())
    if (!held) return { payout, items: null, problem: null }
    // The handler may have read what the cart held before.
    if (held.version !== before?.version)
      throw new Error("the cart changed while the hook chose; the shopper can try again")
    return { payout, items: held.items, problem: null }
  } catch (error) {
    const problem = `choosePayout named no payout: ${reasonOf(error)}`
    await context.onNoPayout(question, problem)
    return { payout: undefined, items: null, problem }
  }
}

/** Checks an answer of the hook for its rail. @throws Error with what is wrong, for the merchant; addresses are not repeated */
async function choiceToPayout(
  choice: unknown,
  chain: string,
  { options, payouts }: SplitContext
): Promise<Payout> {
  if (isRecord(choice) && "route_id" in choice) return { payoutRouteId: parse(routeChoice, choice).route_id }
  const { recipients } = parse(recipientsChoice, choice)
  if (options.payoutApiKey === undefined)
    throw new Error("recipients need the payout key: set payoutApiKey in the options of the plugin")
  const payoutRecipients = recipients.map(({ label, address, share_bps, share_percent }) => ({
    label,
    destinationAddress: address,
    shareBps: share_bps ?? percentToBps(share_percent ?? 0),
  }))
  const [problem] = describeRecipients(chain, payoutRecipients)
  if (problem)
    throw new Error(
      `recipients${problem.index === null ? "" : `.${problem.index}.address`}: ${problem.words}`
    )
  for (const [index, { destinationAddress }] of payoutRecipients.entries())
    if (await payouts.destinations.ownAddress(chain, normalizeAddress(chain, destinationAddress)))
      throw new Error(`recipients.${index}.address: found an address that this store receives money on`)
  return { payoutRecipients }
}

function parse<Schema extends z.ZodType>(schema: Schema, choice: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(choice)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`found an unreadable answer: ${issue?.path.map(String).join(".")} ${issue?.message}`)
}

/** The column of an attempt that names its route, and the recipients to store with it. */
export function splitOf(payout: Payout | undefined): {
  payout_route_id: string | null
  recipients: readonly PayoutRecipient[]
} {
  if (payout === undefined) return { payout_route_id: null, recipients: [] }
  if ("payoutRouteId" in payout) return { payout_route_id: payout.payoutRouteId, recipients: [] }
  return { payout_route_id: null, recipients: payout.payoutRecipients }
}

/** Stores the recipients of an attempt, in the transaction of its row. */
export async function insertRecipients(
  trx: Knex,
  scope: Scope,
  attemptId: string,
  recipients: readonly PayoutRecipient[]
): Promise<void> {
  if (recipients.length === 0) return
  await trx("onchain_payout_leg").insert(
    recipients.map(({ label, destinationAddress, shareBps }, position) => ({
      id: generateEntityId(undefined, "ocleg"),
      ...scopeColumns(scope),
      ...{ attempt_id: attemptId, position, label },
      ...{ share_bps: shareBps, destination_address: destinationAddress },
    }))
  )
}

/** Reads the split of an attempt as it was stored: each repetition of its call has the same payload. Undefined when all stays in the treasury. */
export async function readPayout(
  knex: Knex,
  { attempt_id, payout_route_id }: PaymentRow
): Promise<Payout | undefined> {
  if (payout_route_id !== null) return { payoutRouteId: payout_route_id }
  const payoutRecipients: PayoutRecipient[] = await knex("onchain_payout_leg")
    .where({ attempt_id })
    .whereNull("deleted_at")
    .whereNotNull("share_bps")
    .orderBy("position")
    .select({ label: "label", destinationAddress: "destination_address", shareBps: "share_bps" })
  return payoutRecipients.length === 0 ? undefined : { payoutRecipients }
}
