import { errorOf } from "../../__tests__/in-process"
import { openShop } from "../../deposits/__tests__/shop"

describe("customers", () => {
  it("are created with a unique reference and can be fetched", async () => {
    const { post, get, root } = openShop()
    const { status, body } = await post(`${root}/customers`, { externalRef: "ada" })
    expect({ status, body }).toEqual({ status: 201, body: { id: expect.any(String), externalRef: "ada" } })
    expect((await get(`${root}/customers/${body["id"]}`)).body).toEqual(body)
  })

  it("are created once per idempotency key, even after a lost answer", async () => {
    const { post, root } = openShop()
    const key = { "idempotency-key": "create ada" }
    const first = await post(`${root}/customers`, { externalRef: "ada" }, key)
    expect((await post(`${root}/customers`, { externalRef: "ada" }, key)).text).toBe(first.text)
  })

  it("refuse a taken reference with a new key", async () => {
    const { customer, post, root } = openShop()
    await customer("ada")
    const answer = await post(`${root}/customers`, { externalRef: "ada" })
    expect(errorOf(answer)).toMatchObject({ status: 409, code: "DUPLICATE_REQUEST" })
  })

  it.each([
    ["no reference", {}, "externalRef"],
    ["an empty reference", { externalRef: "" }, "externalRef"],
    ["a field the service does not know", { externalRef: "ada", email: "a@b.c" }, "email"],
  ])("refuse %s, naming the field", async (_, body, field) => {
    const { post, root } = openShop()
    const answer = await post(`${root}/customers`, body)
    expect(errorOf(answer)).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: [field] })
  })

  it("that do not exist are not found", async () => {
    const { get, post, root } = openShop()
    expect((await get(`${root}/customers/nobody`)).status).toBe(404)
    expect((await post(`${root}/customers/nobody/addresses/ensure`, { chain: "sol" })).status).toBe(404)
  })
})
