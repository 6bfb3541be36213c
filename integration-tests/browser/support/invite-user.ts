import type { AxiosInstance } from "axios"
import type { Merchant } from "../../http/support/merchant"

/** Lets somebody else use the dashboard, as a merchant does: an invitation, which they accept. */
export async function inviteUser(
  api: AxiosInstance,
  merchant: Merchant,
  login: { email: string; password: string }
): Promise<void> {
  const { email } = login
  const { invite } = await merchant.post<{ invite: { token: string } }>("/admin/invites", { email })
  const { data } = await api.post<{ token: string }>("/auth/user/emailpass/register", login)
  await api.post(
    `/admin/invites/accept?token=${invite.token}`,
    { email, first_name: "Grace", last_name: "Hopper" },
    { headers: { authorization: `Bearer ${data.token}` } }
  )
}
