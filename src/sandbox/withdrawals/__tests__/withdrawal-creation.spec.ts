import { errorOf } from "../../__tests__/in-process"
import { destinations, openBusiness } from "../../payouts/__tests__/business"
import { failWithdrawal } from "../withdrawal-progress"

async function funded(options: Parameters<typeof openBusiness>[0] = {}) {
  const business = openBusiness(options)
  await business.fund()
  return business
}

describe("creating a withdrawal", () => {
  it("keeps the fee of the quote after a change of plan", async () => {
    const { quote, askWithdrawal, dashboard } = await funded()
    const { id } = await quote()
    await dashboard("/billing/plan", { plan: "Startup" })
    expect((await askWithdrawal(id)).body).toMatchObject({ fee: "0.05" })
    expect(await quote()).toMatchObject({ fee: "0" })
  })

  it("refuses a reference a second time, unless the first withdrawal failed", async () => {
    const { quote, askWithdrawal, world, withdrawals } = await funded()
    const { body } = await askWithdrawal((await quote())["id"], "payroll-7")
    const again = errorOf(await askWithdrawal((await quote())["id"], "payroll-7"))
    expect(again).toMatchObject({ status: 409, code: "DUPLICATE_REQUEST" })
    failWithdrawal(world(), String(body["id"]))
    expect((await askWithdrawal((await quote())["id"], "payroll-7")).status).toBe(201)
    expect(withdrawals()).toHaveLength(2)
  })

  it("checks the destination again", async () => {
    const { quote, askWithdrawal, world, fund } = await funded()
    const rail = { chain: "stellar", networkId: "stellar-mainnet", token: "XLM" }
    await fund(rail)
    const { id } = await quote({ ...rail, destinationAddress: destinations.stellar })
    world().withdrawals.memoAddresses.add(destinations.stellar)
    const refused = errorOf(await askWithdrawal(id))
    expect(refused).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: ["quoteId"] })
  })
})
