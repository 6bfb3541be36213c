import { createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { type AddressToScreen, screenAddress, type ScreeningVerdict } from "../destination"

const ADDRESS: AddressToScreen = {
  ...{ address: "0x1", memo: null, chain: "evm", network_id: "base-mainnet", purpose: "refund" },
  ...{ customer_id: null, order_id: null, actor_id: "user_1" },
}

/** What a handler answers in the next run. */
let answer: unknown

const screened = createWorkflow("screened-address-of-a-test", (input: AddressToScreen) => {
  const screening = screenAddress(input)
  return new WorkflowResponse(input.address, { hooks: [screening] })
})

const run = async (given: unknown) => {
  answer = given
  return (await screened.run({ input: ADDRESS })).result
}

describe("an address that a store screens", () => {
  it("is allowed where no handler is registered", async () => {
    expect(await run(undefined)).toBe("0x1")
    screened.hooks.screenAddress(() => Promise.resolve(new StepResponse(answer as ScreeningVerdict)))
  })

  it.each([[undefined], [{ allowed: true }]])("is allowed by %j", async (verdict) => {
    expect(await run(verdict)).toBe("0x1")
  })

  it("is refused with the handler's reason", async () => {
    await expect(run({ allowed: false, reason: "On a list." })).rejects.toMatchObject({
      ...{ type: "not_allowed", code: "screening_refused", message: "On a list." },
    })
  })

  it("is refused without a reason too", async () => {
    await expect(run({ allowed: false })).rejects.toMatchObject({
      message: expect.stringMatching("screening"),
    })
  })

  it.each([[{}], [{ allowed: "no" }], [{ allowed: false, reason: 7 }], [false], [null]])(
    "is not allowed by %j, which says nothing clear",
    async (verdict) => {
      await expect(run(verdict)).rejects.toMatchObject({ name: "ZodError" })
    }
  )
})
