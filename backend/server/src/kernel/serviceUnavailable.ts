/**
 * Another service could not be reached or failed; the outcome is unknown. The message is shown to the user, who may
 * retry.
 */
export class ServiceUnavailable extends Error {
  override readonly name: string = 'ServiceUnavailable';
}
