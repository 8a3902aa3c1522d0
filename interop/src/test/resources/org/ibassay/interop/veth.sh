# Two kernels' networks of their own, joined by a cable: the tester's with interface "tester", and the
# peer's with 192.0.2.2 and 2001:db8::2. Then the command given runs in the tester's.
# To be run by "unshare --net"; nothing of it outlasts the command.
set -e
unshare --net sleep 300 &
peer=$!
trap 'kill $peer' EXIT
# Until the peer has its network: that of a process that has just been started is still ours.
while [ "$(readlink /proc/$peer/ns/net)" = "$(readlink /proc/$$/ns/net)" ]; do :; done
ip link add tester type veth peer name peer netns $peer
ip link set tester up
inside="nsenter --target $peer --net"
$inside ip link set peer up
$inside ip address add 192.0.2.2/24 dev peer
$inside ip address add 2001:db8::2/64 dev peer nodad
PEER="$inside" "$@"
