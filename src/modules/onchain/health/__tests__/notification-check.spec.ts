import { describeNotifications, withOperators } from "../notification-check"

const none = { retried: 0, failed: 0, lastError: null }

test("a store without a channel is healthy", () => {
  expect(describeNotifications({ channel: null })).toMatchObject({ id: "notifications", status: "ok" })
})

test("a channel without a provider is one finding with advice", () => {
  expect(describeNotifications({ channel: "email", hasProvider: false, stuck: none })).toEqual({
    id: "notifications",
    status: "warning",
    message:
      'Shoppers get no messages: Medusa\'s Notification module has no provider for the channel "email". Add one under modules ' +
      "in medusa-config, or correct notifications.channel.",
  })
})

test("abandoned messages are counted with the last error", () => {
  const stuck = { retried: 2, failed: 1, lastError: "mailbox is full" }
  const { status, message } = describeNotifications({ channel: "email", hasProvider: true, stuck })
  expect([status, message]).toEqual([
    "warning",
    expect.stringMatching(/2 are tried again, 1 were.*mailbox is full/),
  ])
  expect(describeNotifications({ channel: "email", hasProvider: true, stuck: none }).status).toBe("ok")
})

test("a dashboard without notifications is a choice, and operators without a provider are a warning", () => {
  const shoppers = { id: "notifications", status: "ok", message: "Messages are off." } as const
  expect(withOperators(shoppers, { hasFeed: true, missingChannel: null })).toEqual(shoppers)
  expect(withOperators(shoppers, { hasFeed: false, missingChannel: null })).toEqual({
    ...shoppers,
    message: expect.stringContaining('no provider has the channel "feed"'),
  })
  expect(withOperators(shoppers, { hasFeed: true, missingChannel: "email" })).toMatchObject({
    status: "warning",
    message: expect.stringContaining("notifications.operators.channel"),
  })
})
