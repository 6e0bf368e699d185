/**
 * The storage key of the time at which the last stored upload expires, in milliseconds since the epoch. It exists while the browser may
 * have files of uploads, so that other browsers do not load the code for their database.
 */
export const UPLOADS_EXPIRY_KEY = 'uploadsExpireAt';
