/** Asked before an approval where no real money was taken (decisions B24). */
export const TEST_MONEY =
  'This order was paid in test mode: no real money was taken. Approve it only if you mean to.';
