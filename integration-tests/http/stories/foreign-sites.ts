import { ADMIN_ACCESS } from "../../../src/api/admin/onchain/access"
import { MERCHANT } from "../support/merchant"
import type { StoreUnderTest } from "../support/store-suite"

/** What a page of another site can make a browser send, with its cookies and without asking the store first. */
const SIMPLE_BODIES: readonly [contentType: string | null, body: string][] = [
  ["application/x-www-form-urlencoded", "amount=1&note=x"],
  ["text/plain", '{"amount":"1","note":"x"}'],
  ["text/plain; a=application/json", '{"amount":"1"}'],
  ["multipart/form-data; boundary=x", "--x--"],
  [null, ""],
]

export function foreignSitesStories(store: StoreUnderTest): void {
  let token: string | undefined
  async function post(path: string, contentType: string | null, body: string) {
    token ??= (await store.api.post<{ token: string }>("/auth/user/emailpass", MERCHANT)).data.token
    const answer = await fetch(store.origin + path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "x-publishable-api-key": store.seed.publishableKey,
        ...(contentType !== null && { "content-type": contentType }),
      },
      body: body === "" ? undefined : body,
    })
    const { code }: { code?: string } = (await answer.json().catch(() => null)) ?? {}
    return { status: answer.status, code }
  }

  it("reaches no admin route that changes anything, with an admin's login and every body it can send", async () => {
    const routes = ADMIN_ACCESS.filter(({ method }) => method === "POST")
    expect(routes.length).toBeGreaterThan(20)
    for (const { path } of routes)
      for (const [contentType, body] of SIMPLE_BODIES) {
        const answer = await post(path.replace(":id", "nothing"), contentType, body)
        expect({ path, contentType, ...answer }).toEqual({
          path,
          contentType,
          status: 415,
          code: "json_required",
        })
      }
  })

  it("reaches no store route that changes anything", async () => {
    for (const [contentType, body] of SIMPLE_BODIES)
      expect(await post("/store/onchain/anything", contentType, body)).toMatchObject({ status: 415 })
  })

  it("is refused, and no program that names its content type", async () => {
    for (const contentType of ["application/json", "application/json; charset=utf-8", "Application/JSON"])
      expect(await post("/admin/onchain/transactions/sync", contentType, "{}")).toMatchObject({ status: 200 })
    const keep = "/admin/onchain/unallocated-payments/nothing/keep"
    expect(await post(keep, "application/json", '{"note":"x"}')).toMatchObject({ status: 404 })
  })
}
