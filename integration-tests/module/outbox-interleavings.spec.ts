import { addToOutbox, Outbox, type ClaimedEvent } from "../../src/modules/onchain/work/outbox"
import { checkInterleavings, Leases, type Lease, type Step } from "./interleavings"
import { describeOnchainModule } from "./onchain-module"

const SUBJECTS = ["a", "b", "c"]

describeOnchainModule(({ service, knex }) => {
  // The module publishes as well, once Medusa has started it.
  beforeEach(() => service.outbox.stop())

  const silent = { onPublished: () => undefined, onError: () => undefined }
  const outbox = new Outbox(knex, () => ({ emit: () => Promise.resolve() }), silent, 60_000)
  const leases = new Leases<string>()
  /** Numbers of the events of each subject, as they were added and as the bus got them. */
  const added = new Map<string, number[]>()
  const sent = new Map<string, number[]>()
  let publishers = 0

  const add = (subject: string) => (): readonly Step[] => [
    {
      label: `${subject} changes`,
      builder: async () => {
        const numbers = added.get(subject) ?? []
        const number = numbers.length + 1
        await knex.transaction((trx) =>
          addToOutbox(trx, [{ subject, name: String(number), data: { subject } }])
        )
        added.set(subject, [...numbers, number])
      },
    },
  ]

  /** A process that claims, hands the events to the bus, and then notes it, fails, or dies. */
  const publish = (limit: number, end: "note" | "fail" | "die") => (): readonly Step[] => {
    const name = `publisher ${++publishers}`
    let claimed: { event: ClaimedEvent; lease: Lease }[] = []
    return [
      {
        label: `${name} claims`,
        builder: async () => {
          const events = await outbox.claim(limit)
          claimed = events.map((event) => ({ event, lease: leases.take(event.subject, name) }))
        },
      },
      {
        label: `${name} hands over`,
        builder: () => {
          if (end !== "fail") for (const { event } of claimed) handOver(event)
          return Promise.resolve()
        },
      },
      { label: `${name}: ${end}`, builder: () => (end === "die" ? Promise.resolve() : note(claimed, end)) },
    ]
  }

  /** The bus gets each event for the first time only after the one before it. */
  function handOver({ subject, name }: ClaimedEvent): void {
    const known = sent.get(subject) ?? []
    const number = Number(name)
    if (number > 1) expect(known).toContain(number - 1)
    sent.set(subject, [...known, number])
  }

  /** What another one has taken since is not changed; what nobody has, is. */
  async function note(claimed: { event: ClaimedEvent; lease: Lease }[], end: "note" | "fail"): Promise<void> {
    const before = await rowsOf(claimed)
    if (end === "note") await outbox.notePublished(claimed.map(({ event }) => event))
    else for (const { event } of claimed) await outbox.noteFailed(event, "the bus is down", 0)
    const after = await rowsOf(claimed)
    for (const [index, { event, lease }] of claimed.entries()) {
      if (lease.state === "lost") expect(after[index]).toEqual(before[index])
      else if (end === "note") expect(after[index]?.published_at).toBeInstanceOf(Date)
      leases.release(event.subject, lease)
    }
  }

  const rowsOf = (claimed: { event: ClaimedEvent }[]) =>
    Promise.all(claimed.map(({ event }) => knex("onchain_outbox").where({ id: event.id }).first()))

  const endLeases = () => knex.raw("UPDATE onchain_outbox SET due_at = now() WHERE published_at IS NULL")
  const passTime = (): readonly Step[] => [
    {
      label: "every lease ends",
      builder: async () => {
        await endLeases()
        leases.letTimePass()
      },
    },
  ]

  async function settle(): Promise<void> {
    await endLeases()
    for (let events = await outbox.claim(9); events.length > 0; events = await outbox.claim(9)) {
      events.forEach(handOver)
      await outbox.notePublished(events)
    }
    expect(await knex("onchain_outbox").whereNull("published_at")).toEqual([])
    for (const [subject, numbers] of added) expect([...new Set(sent.get(subject))]).toEqual(numbers)
  }

  test("every event is published at least once and in the order of its subject, by one live lease, and a late publisher changes nothing", () =>
    checkInterleavings(
      [
        ...SUBJECTS.map((subject) => ({ weight: 2, name: `${subject} changes`, steps: add(subject) })),
        ...(["note", "fail", "die"] as const).flatMap((end) => [
          { weight: 2, name: `publish one, ${end}`, steps: publish(1, end) },
          { weight: 2, name: `publish all, ${end}`, steps: publish(9, end) },
        ]),
        { weight: 4, name: "every lease ends", steps: passTime },
      ],
      {
        prepare: async () => {
          await knex("onchain_outbox").delete()
          leases.clear()
          added.clear()
          sent.clear()
          publishers = 0
        },
        settle,
      }
    ))
})
