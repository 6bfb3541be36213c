import type { Check } from "../check"

/** Enough that at least one of them meets each failure: missing all 200 has a chance of 1 in 28,000. */
const enoughToMeetAll = 200

/** Enough that a facilitator sends at least one of their transfers. */
const enoughSigners = 10

/**
 * A forged webhook is a real one with another signature: accepting one proves that signatures are not
 * checked.
 */
export const forgeriesRefused: Check = {
  name: "forgeries_refused",
  title: "no webhook with a wrong signature was accepted",
  findViolations: ({ storm }) =>
    Object.entries(storm.webhooks.forgedAnswers).flatMap(([status, count]) =>
      /^2\d\d$/.test(status) ? [`${count} forged webhooks were answered with ${status}`] : []
    ),
}

/** A run without failures proves nothing. */
export const stormTookPlace: Check = {
  name: "the_storm_took_place",
  title:
    "processes were killed and weather blew as planned, webhooks were lost and forged, and calls of the service failed",
  findViolations({ storm, gateway, visits }) {
    const { webhooks, plannedKills, killedAt, weather } = storm
    const wrong: string[] = []
    if (killedAt.length !== plannedKills) wrong.push(`${killedAt.length} of ${plannedKills} kills were done`)
    for (const [name, planned] of Object.entries(weather.planned)) {
      const blown = weather.events.filter((event) => event.name === name).length
      if (blown !== planned) wrong.push(`${name} blew ${blown} of ${planned} times`)
    }
    if (webhooks.attempts === 0) wrong.push("there were no webhooks")
    if (webhooks.attempts >= enoughToMeetAll) {
      if (webhooks.lost === 0) wrong.push(`none of ${webhooks.attempts} webhooks was lost`)
      if (webhooks.forged === 0) wrong.push(`none of ${webhooks.attempts} webhooks was forged`)
    }
    const signers = visits.filter(({ fate }) => fate === "signs_for_a_facilitator")
    if (signers.length >= enoughSigners && signers.every(({ transfers }) => transfers.length === 0))
      wrong.push(`none of ${signers.length} signed transfers was sent`)
    const { count, failed } = gateway.calls
    if (count >= enoughToMeetAll && failed === 0) wrong.push(`none of ${count} calls of the service failed`)
    return wrong
  },
}

/** A database or Redis that goes away and comes back ends no process. */
export const processesLive: Check = {
  name: "processes_live",
  title: "no process of the store ended by itself",
  findViolations: ({ storm }) =>
    storm.deaths.map(({ name, code, at }) => `${name} ended with ${code} at ${new Date(at).toISOString()}`),
}
