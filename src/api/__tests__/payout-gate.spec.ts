import { MONEY_OUT_ROUTES, payoutGateMiddlewares, SETTLEMENT_ROUTES } from "../admin/onchain/payout-gate"
import { BULK_ROUTE, isBulkRefund } from "../admin/onchain/policies"
import { listAdminRoutes } from "./admin-routes"

/** Give up what was only asked for, or ask the service how it stands. */
const SENDS_NOTHING = [
  ...["/withdrawals/:id/cancel", "/withdrawals/:id/check"],
  // What is proposed by a link pays nothing before it is approved, which is behind the gate; declining keeps money in.
  ...["/refunds/:id/address-requests", "/refunds/:id/address-requests/:request_id/decline"],
]

test("whatever moves money out, or says where to, is behind the gate", () => {
  const routes = listAdminRoutes()
    .filter(({ method }) => method !== "GET")
    .map(({ path }) => path.replace("/admin/onchain", ""))
    .filter((path) => /^\/(destinations|withdrawals|refunds)\b|\/refund$/.test(path))
  const gated: readonly string[] = [...MONEY_OUT_ROUTES, ...SETTLEMENT_ROUTES]
  expect(routes).toContain("/deposits/:id/refund")
  expect(routes.filter((path) => !gated.includes(path) && !SENDS_NOTHING.includes(path))).toEqual([])
})

test("the gate is applied to writes, and never to reads", () => {
  expect(payoutGateMiddlewares.map(({ methods }) => methods?.join())).toEqual(
    [...MONEY_OUT_ROUTES, ...SETTLEMENT_ROUTES, BULK_ROUTE].map(() => "POST")
  )
})

test.each([
  [{ action: "refund" }, true],
  [{ action: "refund", ids: "none" }, true],
  [{ action: "accept" }, false],
  [{ action: ["refund"] }, false],
  [null, false],
  ["refund", false],
])("several deposits with the body %j are gated: %s", (body, isGated) => {
  expect(isBulkRefund({ body })).toBe(isGated)
})
