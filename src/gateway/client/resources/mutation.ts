/** What every call that changes something is given beside its request. */
export type Mutation = {
  /**
   * One per business action: chosen and stored by the caller before the call, and sent again to repeat the same
   * action. 1 to 64 letters, digits, hyphens or underscores.
   */
  idempotencyKey: string
  /**
   * Awaited as soon as the service answers with 2xx and the answer cannot be read, before anything else happens: store that
   * it has acted.
   */
  onAccepted?: () => Promise<void>
}
