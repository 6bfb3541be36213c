import type { RefundMessages } from "./en"

export const de: RefundMessages = {
  refund_page_title: "{shop}: Erstattung",
  refund_page_title_plain: "Erstattung",
  refund_order: "Bestellung {number}",
  refund_sandbox: "Sandbox: Es fließt kein echtes Geld.",
  refund_amount: "Ihre Erstattung",
  refund_network: "Netzwerk",
  refund_ask: "Wohin soll Ihre Erstattung gehen?",
  refund_network_note:
    "Ihr Geld geht auf {network} zurück, dem Netzwerk, auf dem es kam. In einem anderen Netzwerk wäre es verloren.",
  refund_fee: "Die Netzwerkgebühr wird vom Betrag abgezogen.",
  refund_address: "Ihre Adresse auf {network}",
  refund_memo: "Memo oder Tag",
  refund_memo_hint: "Börsen teilen sich eine Adresse und finden Ihr Geld über das Memo.",
  refund_no_memo: "Der Empfänger braucht kein Memo",
  refund_email: "E-Mail-Adresse Ihrer Bestellung",
  refund_email_hint: "Nur Sie können damit eine Adresse eingeben.",
  refund_submit: "Diese Adresse senden",
  refund_change: "Adresse ändern",
  refund_wallet: "Meine Wallet verwenden",
  refund_wallet_hint:
    "Ihre Wallet trägt ihre Adresse ein und signiert, dass sie Ihnen gehört. Das kostet nichts.",
  refund_wallet_done: "Ihre Wallet hat signiert. Senden Sie jetzt die Adresse.",
  refund_wallet_failed: "Ihre Wallet hat nicht signiert. Sie können die Adresse auch so senden.",
  refund_check: "Prüfen Sie jedes Zeichen: Eine Zahlung auf einer Blockchain lässt sich nicht zurückholen.",
  refund_proposed: "Der Shop prüft Ihre Adresse. Sie können sie ändern, bis die Erstattung unterwegs ist.",
  refund_approved:
    "Der Shop hat Ihre Adresse angenommen. Sie können sie ändern, bis die Erstattung unterwegs ist.",
  refund_declined: "Der Shop kann diese Adresse nicht verwenden. Geben Sie eine andere ein.",
  refund_sending: "Ihre Erstattung ist unterwegs.",
  refund_done: "Ihre Erstattung ist erledigt.",
  refund_signed: "Von Ihrer Wallet signiert",
  refund_view_tx: "Transaktion ansehen",
  refund_until: "Dieser Link gilt bis {time}.",
  refund_secured: "Diese Seite fragt nie nach einem Passwort oder Ihrer Wiederherstellungsphrase.",
  refund_error_email: "Das ist nicht die E-Mail-Adresse der Bestellung.",
  refund_error_paused: "Zu viele falsche E-Mail-Adressen. Versuchen Sie es in einer Stunde noch einmal.",
  refund_error_busy: "Zu viele Versuche. Versuchen Sie es gleich noch einmal.",
  refund_error_network: "Die Erstattung kann in diesem Netzwerk nicht ausgezahlt werden.",
  refund_error_address:
    "Das ist keine gültige Adresse auf {network}. Kopieren Sie sie noch einmal aus Ihrer Wallet oder Börse.",
  refund_error_chain: "Das ist eine Adresse eines anderen Netzwerks. Geben Sie eine auf {network} ein.",
  refund_error_unsafe:
    "An diese Adresse kann kein Geld gehen. Geben Sie eine Ihrer eigenen Wallet oder Börse ein.",
  refund_error_memo_missing:
    "Geben Sie das Memo ein, oder bestätigen Sie, dass der Empfänger keines braucht.",
  refund_error_memo:
    "Dieses Memo passt nicht. Kopieren Sie es noch einmal, oder lassen Sie es weg, wenn die Adresse keines hat.",
  refund_error_ended: "Die Adresse kann nicht mehr geändert werden.",
  refund_error_unavailable:
    "Die Adresse kann gerade nicht geprüft werden. Versuchen Sie es in ein paar Minuten noch einmal.",
  refund_error_title: "Es wurde nichts gespeichert",
}
