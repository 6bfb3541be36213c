import { freePort } from "../../../scripts/process/port"
import { startLocalServer } from "../../environment/__tests__/local-server"
import { decideDelivery } from "../delivery-fortune"
import { startWebhookStorm } from "../webhook-storm"

const seed = "storm"
const signature = "a1b2c3"

/** A delivery whose first attempt has a given fortune. */
function deliveryThatIs(kind: "lost" | "forged"): string {
  const ids = Array.from({ length: 500 }, (_, index) => `whk_${index}`)
  const found = ids.find((id) => decideDelivery(`${seed}/${id}/1`).kind === kind)
  if (!found) throw new Error(`no delivery is ${kind}`)
  return found
}

describe("the webhook storm", () => {
  async function inStorm(id: string, { isCalm = false } = {}) {
    const store = await startLocalServer(200)
    const storm = await startWebhookStorm({ seed, port: await freePort(), target: store.origin })
    if (isCalm) storm.calm()
    try {
      const headers = { "x-webhook-id": id, "x-webhook-signature": signature }
      const { status } = await fetch(storm.url, { method: "POST", body: "{}", headers })
      return { status, requests: store.requests, counts: { ...storm.counts } }
    } finally {
      await storm.close()
      await store.close()
    }
  }

  it("acknowledges a webhook that it loses", async () => {
    const { status, requests, counts } = await inStorm(deliveryThatIs("lost"))
    expect({ status, arrived: requests.length, lost: counts.lost }).toEqual({
      status: 200,
      arrived: 0,
      lost: 1,
    })
  })

  it("changes only the signature of a forged one", async () => {
    const { requests, counts } = await inStorm(deliveryThatIs("forged"))
    expect(requests).toHaveLength(1)
    expect(counts).toMatchObject({ answers: {}, forgedAnswers: { 200: 1 } })
    expect(requests[0]?.body.toString()).toBe("{}")
    const forged = requests[0]?.headers["x-webhook-signature"]
    expect(forged).toHaveLength(signature.length)
    expect(forged).not.toBe(signature)
  })

  it("lets everything through once it is calm", async () => {
    const { status, requests } = await inStorm(deliveryThatIs("lost"), { isCalm: true })
    expect({ status, signature: requests[0]?.headers["x-webhook-signature"] }).toEqual({
      status: 200,
      signature,
    })
  })
})
