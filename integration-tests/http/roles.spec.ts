import { createRbacRolesWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { ADMIN_ACCESS } from "../../src/api/admin/onchain/access"
import { hireAdmin } from "./support/clerk"
import type { Merchant } from "./support/merchant"
import { storeSuite } from "./support/store-suite"

const ENVIRONMENT = "GET /admin/onchain/environment"
const Rows = z.array(z.object({ id: z.string() }))

storeSuite("a store with roles", { env: { MEDUSA_FF_RBAC: "true" } }, (store) => {
  /** A user whom the options allow to move money out, with at most one role of these permissions. */
  async function hire(name: string, permissions: readonly string[]): Promise<Merchant> {
    const merchant = await hireAdmin(store, name)
    if (permissions.length > 0) {
      const input = { roles: [{ name, policy_ids: await policyIds(permissions) }] }
      const { result } = await createRbacRolesWorkflow(store.container).run({ input })
      await store.container.resolve(ContainerRegistrationKeys.LINK).create({
        [Modules.USER]: { user_id: `user_${name}` },
        rbac: { rbac_role_id: Rows.parse(result)[0]?.id },
      })
    }
    return merchant
  }

  async function policyIds(permissions: readonly string[]): Promise<string[]> {
    const query = store.container.resolve(ContainerRegistrationKeys.QUERY)
    const { data } = await query.graph({
      entity: "rbac_policy",
      fields: ["id"],
      filters: { key: [...permissions] },
    })
    const ids = Rows.parse(data).map(({ id }) => id)
    expect(ids).toHaveLength(permissions.length)
    return ids
  }

  /** What each route answers to a user, by method and path. @param about of the routes to ask */
  async function ask(merchant: Merchant, about = /./): Promise<Record<string, number>> {
    const answers: Record<string, number> = {}
    const asked = ADMIN_ACCESS.filter(({ method, path }) => about.test(`${method} ${path}`))
    for (const { method, path } of asked) {
      const url = path.replace(":id", "nothing")
      const call = method === "GET" ? merchant.get(url) : merchant.post(url, {})
      answers[`${method} ${path}`] = await call.then(
        () => 200,
        (error: { response?: { status: number } }) => error.response?.status ?? 0
      )
    }
    return answers
  }
  const allowed = (answers: Record<string, number>) =>
    Object.keys(answers).filter((route) => answers[route] !== 403)

  it("refuses a user without a role on every route of the plugin but the one that says whether payments are real", async () => {
    const answers = await ask(await hire("nobody", []))
    expect(allowed(answers)).toEqual([ENVIRONMENT])
    expect(answers[ENVIRONMENT]).toBe(200)
    expect(Object.keys(answers).length).toBeGreaterThan(10)
  })

  it("allows what the role permits, and nothing else", async () => {
    const answers = await ask(await hire("reader", ["onchain_deposit:read", "onchain_health:read"]))
    expect(allowed(answers).sort()).toEqual([
      "GET /admin/onchain/attention",
      "GET /admin/onchain/customers/:id",
      "GET /admin/onchain/deposits",
      "GET /admin/onchain/deposits/:id",
      ENVIRONMENT,
      "GET /admin/onchain/health",
      "GET /admin/onchain/income",
      "GET /admin/onchain/income/export",
      "GET /admin/onchain/overview",
      "GET /admin/onchain/setup",
      "POST /admin/onchain/deposits/sync",
      "POST /admin/onchain/income/sync",
    ])
    expect(answers).toMatchObject({
      "GET /admin/onchain/health": 200,
      "GET /admin/onchain/deposits": 200,
      "GET /admin/onchain/deposits/:id": 404,
    })
  })

  it("separates resolving a deposit from refunding it", async () => {
    const decider = await hire("decider", ["onchain_deposit:read", "onchain_deposit:update"])
    expect(allowed(await ask(decider, /\/:id\//)).sort()).toEqual([
      "POST /admin/onchain/customers/:id/link",
      "POST /admin/onchain/deposits/:id/accept",
      "POST /admin/onchain/deposits/:id/assign",
      "POST /admin/onchain/deposits/:id/link",
    ])
  })

  it("separates requesting a payout from approving one", async () => {
    const routes = async (merchant: Merchant) =>
      allowed(await ask(merchant, /^POST .*\/(withdrawals|destinations)/))
    const requester = await hire("requester", ["onchain_withdrawal:read", "onchain_withdrawal:create"])
    const approver = await hire("approver", ["onchain_withdrawal:read", "onchain_withdrawal:approve"])
    const [requests, approvals] = [await routes(requester), await routes(approver)]
    const known = ADMIN_ACCESS.map(({ method, path }) => `${method} ${path}`)
    const only = (paths: string[]) =>
      paths
        .map((path) => `POST /admin/onchain/withdrawals${path}`)
        .filter((route) => known.includes(route))
        .sort()
    expect(requests.sort()).toEqual(only(["", "/:id/quote", "/:id/confirm", "/:id/cancel", "/:id/check"]))
    const ends = ["/:id/adopt", "/:id/write-off", "/:id/end", "/:id/acknowledge"]
    expect(approvals.sort()).toEqual(only(["/:id/approve", ...ends, "/:id/check"]))
  })

  it("shows nothing to a user who may decide but not read, not even in the answer to a decision", async () => {
    const permissions = [
      ...["deposit:update", "deposit:refund", "payment:update", "webhook:update"],
      ...["destination:create", "destination:approve", "destination:delete"],
      ...["withdrawal:create", "withdrawal:approve", "refund:pay", "book:create"],
    ]
    const blind = await hire(
      "blind",
      permissions.map((permission) => `onchain_${permission}`)
    )
    expect(allowed(await ask(blind))).toEqual([ENVIRONMENT])
  })
})
