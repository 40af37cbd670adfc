import MusterIdentity
import Testing

@Suite struct AuthorizerTests {
  private let root = Principal.root(account: "000000000000", accessKey: "A")

  @Test func rootMayDoEverything() {
    let decision = RootOnlyAuthorizer().authorize(
      root, action: "geo:PutGeofence", resource: "arn:aws:geo:us-east-1:000000000000:geofence-collection/C",
      context: [("geo:GeofenceIds", ["f"])])
    #expect(decision.isAllowed && decision.failure == nil)
    #expect(RootOnlyAuthorizer().allowsEverything(root))
  }

  @Test func authorizersAreAskedUnlessTheySayOtherwise() {
    struct Nothing: Authorizer {
      func authorize(
        _ principal: Principal, action: String, resource: String, context: [(key: String, values: [String])]
      ) -> AuthorizationDecision { .notAuthorized(principal, action: action, resource: resource) }
    }
    #expect(!Nothing().allowsEverything(root))
  }

  @Test func denialsSayWhoAndWhat() {
    let decision = AuthorizationDecision.notAuthorized(root, action: "geo:PutGeofence", resource: "*")
    #expect(!decision.isAllowed)
    #expect(decision.failure?.code == .accessDenied && decision.failure?.status(for: .restJSON) == 403)
    #expect(
      decision.failure?.message
        == "User: arn:aws:iam::000000000000:root is not authorized to perform: geo:PutGeofence on resource: *")
  }
}
