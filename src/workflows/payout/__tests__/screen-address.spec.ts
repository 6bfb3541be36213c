import { createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { type AddressToScreen, screenAddress, type ScreeningVerdict } from "../destination"

const ADDRESS: AddressToScreen = {
  ...{ address: "0x1", memo: null, chain: "evm", network_id: "base-mainnet", purpose: "refund" },
  ...{ customer_id: null, order_id: null, actor_id: "user_1" },
}

/** What the handler answers in the next run. */
let answer: unknown

const screened = createWorkflow("screened-address-of-a-test", (input: AddressToScreen) => {
  const screening = screenAddress(input)
  return new WorkflowResponse(input.address, { hooks: [screening] })
})
screened.hooks.screenAddress(() => Promise.resolve(new StepResponse(answer as ScreeningVerdict)))

test.each([
  [{}, { name: "ZodError" }],
  [{ allowed: "no" }, { name: "ZodError" }],
  [{ allowed: false, reason: 7 }, { name: "ZodError" }],
  [false, { name: "ZodError" }],
  [null, { name: "ZodError" }],
  [{ allowed: false }, { message: expect.stringMatching("screening") }],
])("a screened address is not allowed by %j", async (verdict, error) => {
  answer = verdict
  await expect(screened.run({ input: ADDRESS })).rejects.toMatchObject(error)
})
