/** "Sign In", the user menu and their placeholder have one width, so that the bar doesn't move when the user is known. */
export const ACCOUNT_WIDTH = 'w-22 px-0 sm:w-24';
