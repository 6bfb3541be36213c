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

/** What a handler of the hook `choosePayout` decides by. The ids lead to products, sellers and their metadata. */
export type PayoutToChoose = Omit<PayoutQuestion, "collection_id"> & {
  cart_id: string | null
  /** Null before the order is placed. */
  order_id: string | null
  items: PayoutItem[]
}

const loadItemsStep = createStep(
  "load-onchain-payout-items",
  async ({ collection_id, ...question }: PayoutQuestion, { container }: { container: MedusaContainer }) => {
    const owners = collection_id === null ? null : await findOrderAndCart(container, collection_id)
    const cart_id = owners?.cart?.id ?? null
    const order_id = owners?.order?.id ?? null
    const [owner] =
      order_id === null
        ? await readRows(container, "cart", withItems, { id: cart_id ?? [] })
        : await readRows(container, "order", withItems, { id: order_id })
    const asked: PayoutToChoose = { ...question, cart_id, order_id, items: owner?.items ?? [] }
    return new StepResponse(asked)
  }
)

/** An answer is checked where it is stored, with words for the merchant. */
const anyAnswer = z.custom<PayoutChoice | null | undefined>()

const passChoiceStep = createStep("pass-onchain-payout-choice", (choice: PayoutChoice | null | undefined) => {
  const chosen: ChosenPayout = { choice: choice ?? null }
  return Promise.resolve(new StepResponse(chosen))
})

/**
 * Asks the store how to split what one attempt brings. The plugin runs it before an invoice or intent is opened, and stores the
 * answer with it: a repeated call and a later look never ask again.
 *
 * Hook `choosePayout`: a handler answers a route, recipients, or nothing for the rule of the rail.
 */
export const choosePayoutWorkflow = createWorkflow(CHOOSE_PAYOUT, (question: PayoutQuestion) => {
  const hook: Hook<"choosePayout", PayoutToChoose, PayoutChoice | null | undefined> = createHook(
    "choosePayout",
    loadItemsStep(question),
    { resultValidator: anyAnswer }
  )
  return new WorkflowResponse(passChoiceStep(hook.getResult()), { hooks: [hook] })
})
