import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import {
  createHook,
  createStep,
  createWorkflow,
  type Hook,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { isRecord } from "../../gateway/contract"
import { fiatAmountToText } from "../../modules/onchain/payment/medusa-payments"
import {
  CHOOSE_PAYOUT,
  type ChosenPayout,
  type PayoutChoice,
  type PayoutQuestion,
} from "../../modules/onchain/payment/payout-split"
import { findOrderAndCart, readRows } from "./order-record"

const amount = z
  .custom<BigNumberInput>((value) => value !== null && value !== undefined)
  .transform(fiatAmountToText)
const item = z.object({
  id: z.string(),
  product_id: z.string().nullish(),
  variant_id: z.string().nullish(),
  /** With discounts and taxes. Decimal text in major units. */
  total: amount,
})
/** Medusa computes the totals of items only with the total of all. */
const withItems = z.object({ total: z.unknown(), items: z.array(item) })

/** An item of the cart or order; `total` is decimal text in major units, with its discounts and taxes. */
export type PayoutItem = z.infer<typeof item>

/** What the payment of a question is for. */
export type PayoutItems = {
  cart_id: string | null
  /** Null before the order is placed. */
  order_id: string | null
  items: PayoutItem[]
}

/**
 * Reads the items of the cart or order that a question is about, for a handler of the hook `choosePayout`.
 *
 * @throws Error for totals that cannot be read: the handler then fails, and nothing is opened without its split
 */
export async function readPayoutItems(
  container: MedusaContainer,
  { collection_id }: Pick<PayoutQuestion, "collection_id">
): Promise<PayoutItems> {
  const owners = collection_id === null ? null : await findOrderAndCart(container, collection_id)
  const cart_id = owners?.cart?.id ?? null
  const order_id = owners?.order?.id ?? null
  const [owner] =
    order_id === null
      ? await readRows(container, "cart", withItems, { id: cart_id ?? [] })
      : await readRows(container, "order", withItems, { id: order_id })
  return { cart_id, order_id, items: owner?.items ?? [] }
}

/** An answer is checked where it is stored, with words for the merchant. */
const anyAnswer = z.custom<PayoutChoice | null | undefined>()

const passChoiceStep = createStep("pass-onchain-payout-choice", (choice: PayoutChoice | null | undefined) => {
  const chosen: ChosenPayout = { choice: isNothing(choice) ? null : (choice ?? null) }
  return Promise.resolve(new StepResponse(chosen))
})

/** Where a handler answers null, Medusa passes its wrapper of the result. */
const isNothing = (choice: unknown) => isRecord(choice) && "output" in choice && choice.output == null

/**
 * Asks the store how to split what one attempt brings. The plugin runs it before an invoice or intent is opened, and stores the
 * answer with it: a repeated call and a later look never ask again.
 *
 * Hook `choosePayout`: a handler answers a route, recipients, or nothing for the rule of the rail.
 */
export const choosePayoutWorkflow = createWorkflow(CHOOSE_PAYOUT, (question: PayoutQuestion) => {
  const hook: Hook<"choosePayout", PayoutQuestion, PayoutChoice | null | undefined> = createHook(
    "choosePayout",
    question,
    { resultValidator: anyAnswer }
  )
  return new WorkflowResponse(passChoiceStep(hook.getResult()), { hooks: [hook] })
})
