/**
 * Stands in for the parts of Amplify that sign in to Cognito and write to its storage. What calls one of their functions fails:
 * there is none. (CommonJS, because of a module with names the bundler asks for every one of them, also in code that it drops.)
 */
module.exports = {};
