import type { US_STATE_CODES } from '@portal/domain/values';

const list = (text: string) => text.split(',').map((item) => item.trim());

export interface Region {
  readonly state: (typeof US_STATE_CODES)[number];
  readonly areaCode: string;
  readonly cities: readonly (readonly [name: string, zip: string])[];
}

const region = (state: Region['state'], areaCode: string, ...cities: Region['cities']): Region => ({
  state,
  areaCode,
  cities,
});

export const FIRST_NAMES = list(`
  Ada, Ben, Carla, Daniel, Elena, Felix, Grace, Hugo, Irene, Jonas, Karen, Leo, Maria, Nathan, Olivia, Peter, Quinn,
  Rosa, Samuel, Teresa, Umar, Vera, Walter, Ximena, Yusuf, Zoe
`);

export const LAST_NAMES = list(`
  Abbott, Bauer, Castillo, Doyle, Ellison, Fischer, Grant, Hansen, Ivers, Jensen, Keller, Lopez, Moreau, Nguyen,
  Okafor, Petrov, Quincy, Rossi, Sato, Turner, Underhill, Vargas, Wagner, Young, Zimmer, Lindholm, Marsh, Novak,
  Osborne, Pereira, Reyes, Silva, Thorne, Weber
`);

export const COMPANY_WORDS = list(`
  Harborline, Northgate, Copperfield, Bluestone, Summit Oak, Lakeshore, Ironbridge, Silver Birch,
  Granite State, Clearwater, Beacon Hill, Redwood, Twin Rivers, Old Mill, Stonegate, Prairie Star,
  Fairhaven, Kingsley, Riverbend, Whitefield, Amber Valley, Juniper, Crestview, Windmere, Oakhurst,
  Meadowlark, Tidewater, Sunrise Ridge, Pinecrest, Ferndale, Mapleton, Greyhawk, Cobalt Bay, Larkspur
`);

export const COMPANY_ENDINGS = list(`
  Security, Access Control, Alarm & Access, Security Systems, Integrated Systems, Protection,
  Lock & Access
`);

export const SITE_PLACES = list(`
  Maple Street, Riverside, Northgate, Cedar Hill, Harbor View, Lincoln Avenue, Oak Park, Willow Creek,
  Union Square, Lakeside, Franklin, Sunset, Garden District, Mill Pond, Washington, Elm Grove,
  Bayside, Highland, Orchard, Station Road, Valley View, West End, Canal Street, Spring Hill,
  Jefferson, Eastbrook
`);

/** Kinds of sites, with their fewest and most readers. */
export const SITE_KINDS: readonly { readonly name: string; readonly readers: readonly [number, number] }[] = [
  { name: 'Clinic', readers: [6, 18] },
  { name: 'Self Storage', readers: [2, 6] },
  { name: 'Business Park', readers: [16, 48] },
  { name: 'Apartments', readers: [8, 30] },
  { name: 'Elementary School', readers: [10, 28] },
  { name: 'Public Library', readers: [3, 9] },
  { name: 'Fitness Club', readers: [2, 5] },
  { name: 'Dental Office', readers: [1, 4] },
  { name: 'Credit Union', readers: [4, 10] },
  { name: 'Distribution Center', readers: [12, 40] },
  { name: 'Community Center', readers: [4, 12] },
  { name: 'Hotel', readers: [14, 60] },
  { name: 'Medical Tower', readers: [30, 90] },
  { name: 'Coworking', readers: [4, 12] },
  { name: 'Animal Hospital', readers: [2, 7] },
  { name: 'Brewery', readers: [2, 6] },
  { name: 'Data Center', readers: [20, 64] },
  { name: 'Church', readers: [1, 5] },
];

export const STREETS = list(`
  Main St, Oak Ave, Pine St, Maple Ave, Washington St, Lake Rd, Hill St, Park Ave, Church St, Mill Rd,
  Spring St, River Rd, Prospect Ave, Center St, Commerce Dr, Industrial Way, Franklin St, Harbor Rd
`);

/** Regions with nearby cities: the sites of one dealer are in one region. */
export const REGIONS = [
  region('NY', '518', ['Albany', '12207'], ['Troy', '12180'], ['Schenectady', '12305']),
  region('PA', '717', ['Lancaster', '17602'], ['Harrisburg', '17101'], ['York', '17401']),
  region('OH', '614', ['Columbus', '43215'], ['Dublin', '43017'], ['Newark', '43055']),
  region('MA', '508', ['Worcester', '01608'], ['Framingham', '01702'], ['Auburn', '01501']),
  region('NJ', '609', ['Trenton', '08608'], ['Princeton', '08540'], ['Ewing', '08618']),
  region('VA', '804', ['Richmond', '23219'], ['Ashland', '23005'], ['Petersburg', '23803']),
  region('NC', '919', ['Raleigh', '27601'], ['Durham', '27701'], ['Cary', '27511']),
  region('GA', '706', ['Athens', '30601'], ['Augusta', '30901'], ['Commerce', '30529']),
  region('FL', '813', ['Tampa', '33602'], ['Brandon', '33511'], ['Plant City', '33563']),
  region('TX', '512', ['Austin', '78701'], ['Round Rock', '78664'], ['San Marcos', '78666']),
  region('CO', '303', ['Denver', '80202'], ['Aurora', '80012'], ['Golden', '80401']),
  region('WA', '253', ['Tacoma', '98402'], ['Lakewood', '98499'], ['Puyallup', '98371']),
];

export const SITE_NOTES = [
  'Gate code needed at the loading dock. Ask for the facility manager on arrival.',
  'Two buildings share one panel room. Please keep the reader names as on the floor plan.',
  'Elevator control planned for next year.',
  'Customer wants a weekly export of door events.',
  'Parking gate reader is outdoors, mounted on a bollard.',
];

/** Messages of the contact form. */
export const QUESTIONS: readonly {
  readonly subject: 'dealer_inquiry' | 'new_site' | 'migration' | 'support' | 'other';
  readonly message: string;
}[] = [
  {
    subject: 'dealer_inquiry',
    message:
      'We install access control for schools and would like to become a dealer. What do you need from us to get started?',
  },
  {
    subject: 'new_site',
    message:
      'How long does it take from ordering a site until it can be used? We have an opening date in six weeks.',
  },
  {
    subject: 'migration',
    message: 'We have 14 sites on a server of our own. Can they move over one by one, without new readers?',
  },
  {
    subject: 'support',
    message: 'A new employee needs access to our company. Should she register as well, or do you add her?',
  },
  {
    subject: 'dealer_inquiry',
    message: 'Is there a minimum number of readers for a site? Many of our customers have a single door.',
  },
  {
    subject: 'other',
    message: 'Could you send us your W-9 and proof of insurance? Our purchasing department asks for both.',
  },
  { subject: 'migration', message: 'Which panels do you support? Most of ours are six to eight years old.' },
  {
    subject: 'support',
    message: 'We changed our bank and have a new company address. Where do I change it for the invoices?',
  },
  {
    subject: 'new_site',
    message: 'Can a site be switched off over the winter and on again in spring? It is a marina.',
  },
  {
    subject: 'dealer_inquiry',
    message: 'Do you offer better rates above 500 readers? We are about to win a larger tender.',
  },
];
