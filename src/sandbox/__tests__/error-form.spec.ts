import { errorOf, inProcess } from "./in-process"

const invoice = { amount: "0", chain: "evm", networkId: "base-mainnet", token: "USDC" }

describe("the error format", () => {
  it("names the sandbox bug, and releases the key", async () => {
    const { post, invoicesPath, host } = inProcess()
    const { invoices } = host.current()
    const { add } = invoices
    invoices.add = () => {
      throw new Error("this is a bug")
    }
    const good = { ...invoice, amount: "5" }
    const answer = await post(invoicesPath, good, { "idempotency-key": "one" })
    expect(errorOf(answer)).toMatchObject({ status: 500, code: "INTERNAL_SERVER_ERROR" })
    expect(answer.text).toContain("this is a bug")
    invoices.add = add
    expect((await post(invoicesPath, good, { "idempotency-key": "one" })).status).toBe(201)
  })
})

describe("the body of a request", () => {
  const json = { "content-type": "application/json" }
  const { post, invoicesPath, credentials } = inProcess()
  const good = { ...invoice, amount: "5" }
  const accept = (body: unknown, headers = {}) =>
    post(`/businesses/${credentials.businessId}/deposits/dep_0/accept`, body, headers)

  it.each(["application/json", "application/json; charset=utf-8", "Application/JSON"])(
    "is accepted as %j",
    async (type) => {
      expect((await post(invoicesPath, good, { "content-type": type })).status).toBe(201)
    }
  )

  it.each(["", "{", "undefined"])("cannot be %j where one is needed", async (text) => {
    expect(errorOf(await post(invoicesPath, text, json))).toMatchObject({ status: 400, fields: ["body"] })
  })

  it.each(["", "{}"])("can be %j where none is needed", async (text) => {
    expect(errorOf(await accept(text))).toMatchObject({ status: 404, code: "NOT_FOUND" })
  })

  it.each(["[1]", "null", '"x"', '{"a":1}'])("cannot be %s where none is needed", async (text) => {
    expect(errorOf(await accept(text))).toMatchObject({ status: 400, fields: ["body"] })
  })
})
