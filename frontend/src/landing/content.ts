/** Placeholders that the server replaces by the COMPANY_* settings: the page is rendered at build time. */
export const company = {
  name: '%COMPANY_NAME%',
  address: '%COMPANY_ADDRESS%',
  phone: '%COMPANY_PHONE%',
  email: '%COMPANY_EMAIL%',
} as const;

/** Texts of S1-1: nine features with the paths of their line icons, 24 by 24 units. */
export const features = [
  {
    icon: 'M4 17a8 8 0 1 1 16 0M12 17l4-6',
    title: 'No performance limits',
    text: 'From one door to thousands of readers. The service grows with the site and never throttles it.',
  },
  {
    icon: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18c-3-3-3-15 0-18z',
    title: 'Web access',
    text: 'Operators work in a browser, from the guard desk or from home. There is no client to roll out first.',
  },
  {
    icon: 'M4 8h13l-3-3M20 16H7l3 3',
    title: 'Migration tools',
    text: 'Existing System VII sites move over with their panels, cardholders and schedules, for a one-time fee.',
  },
  {
    icon: 'M5 14v-2a7 7 0 0 1 14 0v2M5 14h3v5H6a1 1 0 0 1-1-1zM19 14h-3v5h2a1 1 0 0 0 1-1z',
    title: 'Free technical support',
    text: 'Connectivity questions are answered by people who run the service, at no charge.',
  },
  {
    icon: 'M3 5h18v11H3zM9 20h6M12 16v4',
    title: 'Modern interface',
    text: 'A clear, current workspace that new operators understand on their first shift.',
  },
  {
    icon: 'M6 3h12v18H6zM10 3v3h4V3M12 10a2 2 0 1 0 0 4a2 2 0 0 0 0-4zM9 18c1-2 5-2 6 0',
    title: 'Advanced reader and credential technologies',
    text: 'Smart cards, mobile credentials and long-range readers, beside the proximity cards already in pockets.',
  },
  {
    icon: 'M5 6c0-4 14-4 14 0s-14 4-14 0zM5 6v12c0 4 14 4 14 0V6M5 12c0 4 14 4 14 0',
    title: '10GB SQL Express database',
    text: 'Included with every site and upgradeable to full SQL when the history outgrows it.',
  },
  {
    icon: 'M4 6h10M4 12h16M4 18h7M18 4v4M15 16v4',
    title: 'Multi-threaded communication',
    text: 'Panels are served side by side, so one slow line never holds up the other doors.',
  },
  {
    icon: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM16.5 13v7M13 16.5h7',
    title: 'Expandable modules',
    text: 'Add visitor management, photo badging or elevator control when the customer asks for it.',
  },
] as const;

/** From a dealer's registration to their first invoice. */
export const steps = {
  'Register your company':
    'It costs nothing. We look at each company, and tell you by email once you are approved.',
  'Order a site':
    'Name its panels and readers and pay the licenses by card. You see the whole price before you pay.',
  'Pay per reader':
    'One invoice a month lists each site. Its “Why?” names the rate of each line and who set it, and when.',
} as const;

/** Frequently asked questions with their answers. */
export const questions = {
  'Can my System VII sites be converted?':
    'Yes. Sites that run the old version can be converted for a one-time fee. Order a migration in the portal and we take it from there.',
  'Do my customers need a server on site?':
    'No. There is no on-site server to buy, patch or back up. Panels connect to the hosted service.',
  'Is there a web client?':
    'Yes. Operators sign in with a browser. The desktop client remains available to those who prefer it.',
  'How many reverse-network licenses does a site need?':
    'One reverse-network license per panel, not per connection.',
  'What does it cost?':
    'There are no registration fees. You pay a one-time reverse-network license per access control unit, plus a monthly cost per reader.',
  'Is there a contract term?': 'No. Billing is month to month and can be canceled at any time.',
  'Who answers questions about site setup and the software?':
    'We support connectivity. Site-setup and software questions go to the manufacturer’s support, who know the product best.',
} as const;
