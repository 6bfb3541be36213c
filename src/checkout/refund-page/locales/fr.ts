import type { RefundMessages } from "./en"

export const fr: RefundMessages = {
  refund_page_title: "{shop} : remboursement",
  refund_page_title_plain: "Remboursement",
  refund_order: "Commande {number}",
  refund_sandbox: "Bac à sable : aucun argent réel n’est en jeu.",
  refund_amount: "Votre remboursement",
  refund_network: "Réseau",
  refund_ask: "Où envoyer votre remboursement ?",
  refund_network_note:
    "Votre argent revient sur {network}, le réseau par lequel il est arrivé. Sur un autre réseau, il serait perdu.",
  refund_fee: "Les frais de réseau sont déduits du montant.",
  refund_address: "Votre adresse sur {network}",
  refund_memo: "Mémo ou tag",
  refund_memo_hint: "Les plateformes partagent une adresse et retrouvent votre argent grâce au mémo.",
  refund_no_memo: "Le destinataire n’a pas besoin de mémo",
  refund_email: "E-mail de votre commande",
  refund_email_hint: "Vous seul pouvez ainsi indiquer une adresse.",
  refund_submit: "Envoyer cette adresse",
  refund_change: "Changer d’adresse",
  refund_wallet: "Utiliser mon portefeuille",
  refund_wallet_hint: "Votre portefeuille indique son adresse et signe qu’elle est à vous. C’est gratuit.",
  refund_wallet_done: "Votre portefeuille a signé. Envoyez maintenant l’adresse.",
  refund_wallet_failed: "Votre portefeuille n’a pas signé. Vous pouvez envoyer l’adresse sans signature.",
  refund_check: "Vérifiez chaque caractère : un paiement sur une blockchain ne peut pas être annulé.",
  refund_proposed:
    "La boutique vérifie votre adresse. Vous pouvez la changer tant que le remboursement n’est pas parti.",
  refund_approved:
    "La boutique a accepté votre adresse. Vous pouvez la changer tant que le remboursement n’est pas parti.",
  refund_declined: "La boutique ne peut pas utiliser cette adresse. Indiquez-en une autre.",
  refund_sending: "Votre remboursement est en route.",
  refund_done: "Votre remboursement est terminé.",
  refund_signed: "Signée par votre portefeuille",
  refund_view_tx: "Voir la transaction",
  refund_until: "Ce lien est valable jusqu’au {time}.",
  refund_secured: "Cette page ne demande jamais de mot de passe ni de phrase de récupération.",
  refund_error_email: "Ce n’est pas l’e-mail de la commande.",
  refund_error_paused: "Trop d’e-mails incorrects. Réessayez dans une heure.",
  refund_error_busy: "Trop de tentatives. Réessayez dans un instant.",
  refund_error_network: "Le remboursement ne peut pas être versé sur ce réseau.",
  refund_error_address:
    "Cette adresse n’est pas valable sur {network}. Copiez-la de nouveau depuis votre portefeuille ou plateforme.",
  refund_error_chain: "Cette adresse est d’un autre réseau. Indiquez-en une sur {network}.",
  refund_error_unsafe:
    "On ne peut pas envoyer d’argent à cette adresse. Indiquez celle de votre portefeuille ou plateforme.",
  refund_error_memo_missing: "Indiquez le mémo, ou confirmez que le destinataire n’en a pas besoin.",
  refund_error_memo:
    "Ce mémo ne convient pas. Copiez-le de nouveau, ou laissez-le vide si l’adresse n’en a pas.",
  refund_error_ended: "L’adresse ne peut plus être changée.",
  refund_error_unavailable:
    "L’adresse ne peut pas être vérifiée pour le moment. Réessayez dans quelques minutes.",
  refund_error_title: "Rien n’a été enregistré",
}
