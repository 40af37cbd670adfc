import MusterJSON
import Policies
import Testing

@Suite struct PolicyFaultTests {
  @Test(arguments: [
    ("[]", "", "must be an object, is array"),
    ("{}", "", "has no Statement"),
    (#"{"Version":"2013-10-17","Statement":[]}"#, "Version", "must be \"2012-10-17\" or \"2008-10-17\""),
    (#"{"Version":20121017,"Statement":[]}"#, "Version", "must be \"2012-10-17\" or \"2008-10-17\""),
    (#"{"Id":1,"Statement":[]}"#, "Id", "must be a string, is number"),
    (#"{"Statement":[]}"#, "Statement", "is an empty list"),
    (#"{"Statement":"Allow"}"#, "Statement", "must be an object, is string"),
    (#"{"Statements":{}}"#, "Statements", "is unknown; Id, Statement, Version are known"),
    (#"{"Statement":[{}]}"#, "Statement[0]", "has no Effect"),
    (#"{"Statement":[{"Effect":"allow"}]}"#, "Statement[0].Effect", "must be \"Allow\" or \"Deny\""),
    (#"{"Statement":{"Effect":"Allow"}}"#, "Statement", "has neither Action nor NotAction"),
    (
      #"{"Statement":{"Effect":"Allow","Action":"a:b","NotAction":"a:b"}}"#, "Statement",
      "has both Action and NotAction"
    ),
    (#"{"Statement":{"Effect":"Allow","Action":[]}}"#, "Statement.Action", "is an empty list"),
    (#"{"Statement":{"Effect":"Allow","Action":["a:b",5]}}"#, "Statement.Action[1]", "must be a string, is number"),
    (
      #"{"Statement":{"Effect":"Allow","Action":"PutGeofence"}}"#, "Statement.Action",
      "must be service:Action, with * and ? in the action only, or *"
    ),
    (
      #"{"Statement":{"Effect":"Allow","Action":["g*:Put"]}}"#, "Statement.Action[0]",
      "must be service:Action, with * and ? in the action only, or *"
    ),
    (#"{"Statement":{"Effect":"Allow","Action":"a:b"}}"#, "Statement", "has neither Resource nor NotResource"),
    (
      #"{"Statement":{"Effect":"Allow","Action":"a:b","Resource":"tracker/T"}}"#, "Statement.Resource",
      "must be an ARN (arn:partition:service:region:account:resource) or *"
    ),
    (
      #"{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"a:b","Resource":"arn:a:b:c:d:${x"}}"#,
      "Statement.Resource", "${ has no closing }"
    ),
    (
      #"{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"a:b","Resource":"arn:a:b:c:d:${x, y}"}}"#,
      "Statement.Resource", "the default of ${x, y} is not in single quotes"
    ),
    (
      #"{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"a:b","Resource":"arn:a:b:c:d:${}"}}"#,
      "Statement.Resource", "${} names no condition key"
    ),
    (
      #"{"Statement":{"Effect":"Allow","Action":"a:b","Resource":"*","Principal":"*"}}"#, "Statement.Principal",
      "is for trust policies; this one belongs to who acts"
    ),
    (
      #"{"Statement":{"Effect":"Allow","Action":"a:b","Resource":"*","Condition":{"StringIs":{"a":"b"}}}}"#,
      "Statement.Condition.StringIs", "is no condition operator"
    ),
    (
      #"{"Statement":{"Effect":"Allow","Action":"a:b","Resource":"*","Condition":{"NullIfExists":{"a":"true"}}}}"#,
      "Statement.Condition.NullIfExists", "is no condition operator"
    ),
    (
      #"{"Statement":{"Effect":"Allow","Action":"a:b","Resource":"*","Condition":{"NumericEquals":{"k":["1","x"]}}}}"#,
      "Statement.Condition.NumericEquals.k", "\"x\" is no number"
    ),
    (
      #"{"Statement":{"Effect":"Allow","Action":"a:b","Resource":"*","Condition":{"IpAddress":{"k":"10.0.0.0/33"}}}}"#,
      "Statement.Condition.IpAddress.k", "\"10.0.0.0/33\" is no address or CIDR prefix"
    ),
    (
      #"{"Statement":{"Effect":"Allow","Action":"a:b","Resource":"*","Condition":{"Bool":{"k":"yes"}}}}"#,
      "Statement.Condition.Bool.k", "\"yes\" is not true or false"
    ),
    (
      #"{"Statement":{"Effect":"Allow","Effect":"Deny","Action":"a:b","Resource":"*"}}"#, "Statement.Effect",
      "is there twice"
    ),
    (
      #"{"Statement":[{"Sid":"A","Effect":"Allow","Action":"a:b","Resource":"*"},{"Sid":"A","Effect":"Deny","Action":"a:b","Resource":"*"}]}"#,
      "Statement[1].Sid", "is that of another statement"
    ),
    (
      #"{"Statement":{"Sid":"a b","Effect":"Allow","Action":"a:b"}}"#, "Statement.Sid",
      "may hold only letters and digits"
    ),
  ])
  func whatIsWrongIsRefusedWithItsPlace(_ text: String, _ place: String, _ reason: String) throws {
    let json = try JSON.parse(text)
    #expect(throws: PolicyFault(place, reason)) { try PolicyDocument(json) }
  }

  @Test func aTrustPolicySpeaksOfPrincipals() throws {
    let text = #"""
      {"Version": "2012-10-17", "Statement": {"Effect": "Allow", "Principal": {"Federated": "cognito-identity.amazonaws.com"},
       "Action": "sts:AssumeRoleWithWebIdentity", "Condition": {"StringEquals": {"a": "b"}}}}
      """#
    let principals = try #require(try PolicyDocument(JSON.parse(text), kind: .trust).statements.first?.principals)
    #expect(principals.contains(.federated, "cognito-identity.amazonaws.com"))
    #expect(!principals.contains(.aws, "cognito-identity.amazonaws.com") && !principals.contains(.federated, "other"))
    for (text, fault) in [
      (
        #"{"Statement":{"Effect":"Allow","Action":"a:b"}}"#,
        PolicyFault("Statement", "of a trust policy has no Principal")
      ),
      (
        #"{"Statement":{"Effect":"Allow","Action":"a:b","Principal":{"Group":"x"}}}"#,
        PolicyFault("Statement.Principal.Group", "is unknown; AWS, Federated and Service are known")
      ),
    ] {
      let json = try JSON.parse(text)
      #expect(throws: fault) { try PolicyDocument(json, kind: .trust) }
    }
    #expect(PolicyFault("Statement[0].Effect", "is wrong").description == "policy, Statement[0].Effect: is wrong")
  }
}
