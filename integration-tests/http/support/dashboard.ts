import type { StoreUnderTest } from "./store-suite"

/** Calls the service's own dashboard as the merchant. @throws Error with the service's answer when it refuses */
export async function actInDashboard(
  { sandbox }: Pick<StoreUnderTest, "sandbox">,
  path: string,
  body: object
): Promise<void> {
  const answer = await fetch(`${sandbox.origin}/_sandbox/dashboard${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-dashboard-session": sandbox.credentials.dashboardSession ?? "",
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`the dashboard answered ${answer.status}: ${await answer.text()}`)
}
