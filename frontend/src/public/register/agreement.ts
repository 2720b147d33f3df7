/**
 * The 26 clauses of the dealer agreement by title, version AGREEMENT_VERSION of @portal/contract: raise that version with any
 * change here. The spec gives four facts (liability, price notice, cure period, courts; S1-2); the
 * rest are plain placeholder clauses for the company's lawyers to replace.
 */
export const clauses = {
  Parties:
    'This agreement is made between the company that provides the hosted access-control service ("Provider") and the security dealer that registers for it ("Dealer").',
  'The service':
    'Provider hosts access-control software for sites that Dealer sets up for its own customers, and keeps the connection between the panels of those sites and the hosted software available.',
  'Registration and approval':
    'Dealer gives true and complete details when registering. The portal opens once an administrator of Provider has approved the account. Provider may refuse an application.',
  'Account security':
    'Dealer keeps user names and passwords confidential, gives each person an account of their own, and tells Provider at once when it suspects that somebody else has used one.',
  Orders:
    'New sites and migrations are ordered through the portal. An order becomes binding when Provider approves it. The price shown when the order is placed applies to it.',
  'One-time fees':
    'There are no registration fees. A one-time reverse-network license is needed for each access-control unit. Licenses and hardware are paid when they are ordered.',
  'Monthly charges':
    'Dealer pays a monthly charge for each reader of each active site, at the rate shown in the portal. Charges are dated the first day of the month for the month that begins.',
  Payment:
    'Invoices are due within 15 days of their date and are paid by card through the portal. Provider does not store card numbers; they are held by the payment provider.',
  'Price changes':
    'Provider may change the monthly rates with 30 days’ notice. Dealer may cancel the sites concerned before the new rate applies.',
  Taxes: 'Prices are stated without taxes. Dealer bears any tax that the law puts on its purchases.',
  'Late payment':
    'Where an invoice stays unpaid after its due date, Provider may suspend the sites concerned after a reminder that gives a reasonable time to pay.',
  Term: 'Billing is month to month. The agreement runs until either party ends it.',
  'Cancellation by Dealer':
    'Dealer may deactivate a site or end this agreement at any time. A month that has begun is charged in full; nothing is charged for later months.',
  'Termination by Provider':
    'Provider may end this agreement with reasonable notice, or at once for a material breach that is not cured within the cure period.',
  'Cure period':
    'A party in breach has 30 days from written notice to cure it, unless this agreement names another period.',
  Support:
    'Provider supports the connection to the hosted service free of charge. Questions on site setup and on the software itself go to the manufacturer’s support.',
  'Duties of Dealer':
    'Dealer installs and maintains panels, readers and wiring at its customers’ sites, keeps the network there in working order, and is its customers’ first contact.',
  'Acceptable use':
    'Dealer uses the service for lawful access control only, does not try to reach the data of others, and does not burden the service beyond normal use.',
  'Data and privacy':
    'Data of the sites belongs to Dealer and its customers. Provider processes it only to deliver the service, protects it with appropriate measures, and deletes it when it is no longer needed.',
  Confidentiality:
    'Each party keeps the other’s confidential information, including keys and settings of panels, to itself and uses it only for this agreement.',
  'Intellectual property':
    'Software, documentation and marks stay the property of their owners. Dealer receives the right to use them for the term of this agreement.',
  'Availability and maintenance':
    'Provider maintains the service with care and announces planned interruptions. Doors keep working from the panels’ own memory while a connection is interrupted.',
  Warranty:
    'The service is provided as it is described in the portal. No further warranty is given, whether express or implied, as far as the law allows.',
  'Limit of liability':
    'Provider’s liability under this agreement is limited to $250 or 3 times the monthly payments, whichever is greater. Neither party is liable for indirect damage.',
  Indemnity:
    'Dealer holds Provider harmless against claims of its customers that arise from Dealer’s installation, advice or use of the service against this agreement.',
  'Law and courts':
    'This agreement is governed by the law of the State of New York, whose courts decide disputes. If a clause is invalid, the others stay in force.',
} as const;
