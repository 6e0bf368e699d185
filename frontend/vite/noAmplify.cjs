/**
 * Replaces the parts of Amplify that sign in to Cognito and write to its storage. It exports nothing, so a call of one of their
 * functions throws. It is CommonJS because the bundler rejects missing names of an ES module, even in code that it drops.
 */
module.exports = {};
