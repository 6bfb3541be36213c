import { createHook, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { assertScreenedStep, screeningVerdict, type ScreeningVerdict } from "../screen-address"

/** What a handler answers in the next run. */
let answer: unknown

const screened = createWorkflow("screened-address-of-a-test", (input: { address: string }) => {
  const screenAddress = createHook("screenAddress", input, { resultValidator: screeningVerdict })
  return new WorkflowResponse(assertScreenedStep(screenAddress.getResult()), { hooks: [screenAddress] })
})

const run = async (given: unknown) => {
  answer = given
  return (await screened.run({ input: { address: "0x1" } })).result
}

describe("an address that a store screens", () => {
  it("is allowed where no handler is registered", async () => {
    expect(await run(undefined)).toEqual({ is_screened: true })
    screened.hooks.screenAddress(() => Promise.resolve(new StepResponse(answer as ScreeningVerdict)))
  })

  it.each([[undefined], [{ allowed: true }]])("is allowed by %j", async (verdict) => {
    expect(await run(verdict)).toEqual({ is_screened: true })
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
