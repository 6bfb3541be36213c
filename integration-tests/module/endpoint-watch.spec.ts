import { setTimeout as pause } from "node:timers/promises"
import { GatewayError } from "../../src/gateway/client/errors"
import { describeEndpoints, watchCalls } from "../../src/modules/onchain/health/endpoint-watch"
import { HealthFacts } from "../../src/modules/onchain/health/health-facts"
import { SharedStatus } from "../../src/modules/onchain/work/shared-status"
import { eventually } from "../http/support/eventually"
import { describeOnchainModule } from "./onchain-module"
import { scope } from "./scope"

const refused = new GatewayError("createInvoice", {
  code: "SERVICE_UNAVAILABLE",
  explanation: "refused by the provider",
  outcome: "unknown",
  isRetryable: true,
})

describeOnchainModule(({ knex }) => {
  const boards: SharedStatus[] = []
  /** One process. */
  function process() {
    const board = new SharedStatus(knex, (error) => {
      throw error
    })
    boards.push(board)
    const report = watchCalls(board, Date.now)
    const fail = (times: number) => {
      for (let n = 0; n < times; n++) report({ endpoint: "createInvoice", error: refused })
    }
    return { fail, succeed: () => report({ endpoint: "createInvoice", error: null }), board }
  }
  afterEach(() => Promise.all(boards.splice(0).map((board) => board.close())))

  async function createInvoice() {
    const facts = new HealthFacts(knex, scope, process().board)
    const states = await facts.endpoints()
    const [finding] = describeEndpoints(states, Date.now())
    return { state: states.find(({ endpoint }) => endpoint === "createInvoice"), finding }
  }

  test("failures of all processes count, and the next success of any ends them", async () => {
    const [here, there] = [process(), process()]
    expect(await createInvoice()).toMatchObject({
      state: { succeededAt: null, failedAt: null, failuresInRow: 0, failure: null },
      finding: { status: "ok" },
    })
    here.fail(20)
    there.fail(8)
    await eventually(async () =>
      expect(await createInvoice()).toMatchObject({
        state: {
          succeededAt: null,
          failedAt: expect.any(Date),
          failuresInRow: 28,
          failure: { code: "SERVICE_UNAVAILABLE", fields: [], setting: null },
        },
        finding: { id: "endpoint_createInvoice", status: "error" },
      })
    )
    there.succeed()
    await eventually(async () =>
      expect(await createInvoice()).toMatchObject({
        state: { succeededAt: expect.any(Date), failedAt: expect.any(Date), failuresInRow: 0 },
        finding: { status: "ok" },
      })
    )
  })

  test("a failure right after a success counts, and one right before it does not", async () => {
    const { fail, succeed } = process()
    fail(2)
    await eventually(async () => expect((await createInvoice()).state?.failuresInRow).toBeGreaterThan(0))
    fail(3)
    succeed()
    fail(4)
    await eventually(async () =>
      expect((await createInvoice()).state).toMatchObject({ succeededAt: expect.any(Date), failuresInRow: 4 })
    )
    await pause(1_100)
    expect((await createInvoice()).state?.failuresInRow).toBe(4)
  })

  test("unknown words of the service are counted with their setting", async () => {
    const { board } = process()
    for (let n = 0; n < 3; n++)
      board.note("unknown_word:invoice status:in: mempool", "assumptions.statuses.invoice")
    const facts = new HealthFacts(knex, scope, board)
    await eventually(async () =>
      expect(await facts.unknownWords()).toEqual([
        { subject: "invoice status", word: "in: mempool", setting: "assumptions.statuses.invoice", count: 3 },
      ])
    )
    expect(await facts.unreadableFields()).toEqual([])
  })
})
