/*
 * Prints the values in SA records according to OpenSM's structures and libibmad's field table, the
 * numbers of components, and other constants of subnet administration. Compiled and run by SaOracleTest.
 *
 * Reads lines "RECORD HEX"; answers each with lines "field RECORD LINE FIELD[INDEX] HEX". Without
 * lines it only prints constants: "mask RECORD FIELD[INDEX] BIT", "offset RECORD UNITS",
 * "number WHAT VALUE".
 */
#include <endian.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* In this order: some names are constants in one and macros in the other. */
#include <infiniband/mad.h>
#include <infiniband/umad_sa.h>
#include <iba/ib_types.h>

int ib_path_compare_rates(int rate1, int rate2);

static int line;
static const char *record;

static void number(const char *field, uint64_t value)
{
	printf("field %s %d %s %llx\n", record, line, field, (unsigned long long)value);
}

static void bytes(const char *field, const void *from, int count)
{
	const uint8_t *b = from;
	printf("field %s %d %s ", record, line, field);
	for (int i = 0; i < count; i++)
		printf("%02x", b[i]);
	printf("\n");
}

static void elements(const char *field, const void *from, int width, int count)
{
	const uint8_t *b = from;
	for (int i = 0; i < count; i++) {
		char name[80];
		uint64_t value = 0;
		for (int k = 0; k < width; k++)
			value = value << 8 | *b++;
		snprintf(name, sizeof name, "%s[%d]", field, i);
		number(name, value);
	}
}

/* libibmad */
static void mad(const char *field, void *in, enum MAD_FIELDS f)
{
	number(field, mad_get_field(in, 0, f));
}

static void mad64(const char *field, void *in, enum MAD_FIELDS f)
{
	number(field, mad_get_field64(in, 0, f));
}

static void array(const char *field, void *in, enum MAD_FIELDS f, int count)
{
	uint8_t value[256] = { 0 };
	mad_get_array(in, 0, f, value);
	bytes(field, value, count);
}

#define N8(name, member) number(name, r->member)
#define N16(name, member) number(name, be16toh(r->member))
#define N32(name, member) number(name, be32toh(r->member))
#define N64(name, member) number(name, be64toh(r->member))
#define B(name, member) bytes(name, &r->member, sizeof r->member)

static void header(void *in)
{
	const ib_sa_mad_t *r = in;

	mad("RMPPVersion", in, IB_SA_RMPP_VERS_F);
	mad("RMPPType", in, IB_SA_RMPP_TYPE_F);
	mad("RRespTime", in, IB_SA_RMPP_RESP_F);
	mad("RMPPFlags", in, IB_SA_RMPP_FLAGS_F);
	mad("RMPPStatus", in, IB_SA_RMPP_STATUS_F);
	mad("Data1", in, IB_SA_RMPP_D1_F);
	mad("SegmentNumber", in, IB_SA_RMPP_SEGNUM_F);
	mad("Data2", in, IB_SA_RMPP_D2_F);
	mad("PayloadLength", in, IB_SA_RMPP_LEN_F);
	mad("NewWindowLast", in, IB_SA_RMPP_NEWWIN_F);
	mad64("SM_Key", in, IB_SA_MKEY_F);
	mad("AttributeOffset", in, IB_SA_ATTROFFS_F);
	mad64("ComponentMask", in, IB_SA_COMPMASK_F);

	N8("RMPPVersion", rmpp_version);
	N8("RMPPType", rmpp_type);
	number("Active", !!(r->rmpp_flags & IB_RMPP_FLAG_ACTIVE));
	number("First", !!(r->rmpp_flags & IB_RMPP_FLAG_FIRST));
	number("Last", !!(r->rmpp_flags & IB_RMPP_FLAG_LAST));
	N8("RMPPStatus", rmpp_status);
	N32("SegmentNumber", seg_num);
	N32("PayloadLength", paylen_newwin);
	N64("SM_Key", sm_key);
	N16("AttributeOffset", attr_offset);
	N64("ComponentMask", comp_mask);
	elements("SubnetAdminData", r->data, 1, 200);
}

static void class_port_info(void *in)
{
	const ib_class_port_info_t *r = in;

	mad("BaseVersion", in, IB_CPI_BASEVER_F);
	mad("ClassVersion", in, IB_CPI_CLASSVER_F);
	mad("CapabilityMask", in, IB_CPI_CAPMASK_F);
	mad("CapabilityMask2", in, IB_CPI_CAPMASK2_F);
	mad("RespTimeValue", in, IB_CPI_RESP_TIME_VALUE_F);
	array("RedirectGID", in, IB_CPI_REDIRECT_GID_F, 16);
	mad("RedirectTC", in, IB_CPI_REDIRECT_TC_F);
	mad("RedirectSL", in, IB_CPI_REDIRECT_SL_F);
	mad("RedirectFL", in, IB_CPI_REDIRECT_FL_F);
	mad("RedirectLID", in, IB_CPI_REDIRECT_LID_F);
	mad("RedirectP_Key", in, IB_CPI_REDIRECT_PKEY_F);
	mad("RedirectQP", in, IB_CPI_REDIRECT_QP_F);
	mad("RedirectQ_Key", in, IB_CPI_REDIRECT_QKEY_F);
	array("TrapGID", in, IB_CPI_TRAP_GID_F, 16);
	mad("TrapTC", in, IB_CPI_TRAP_TC_F);
	mad("TrapSL", in, IB_CPI_TRAP_SL_F);
	mad("TrapFL", in, IB_CPI_TRAP_FL_F);
	mad("TrapLID", in, IB_CPI_TRAP_LID_F);
	mad("TrapP_Key", in, IB_CPI_TRAP_PKEY_F);
	mad("TrapHL", in, IB_CPI_TRAP_HL_F);
	mad("TrapQP", in, IB_CPI_TRAP_QP_F);
	mad("TrapQ_Key", in, IB_CPI_TRAP_QKEY_F);

	number("IsTrapSupported", !!(be16toh(r->cap_mask) & IB_CLASS_CAP_TRAP));
	number("IsGetSetNoticeSupported", !!(be16toh(r->cap_mask) & IB_CLASS_CAP_GETSET));
	number("IsCapabilityMask2Supported", !!(be16toh(r->cap_mask) & IB_CLASS_CAP_CAPMASK2));
	number("CapabilityMask2", ib_class_cap_mask2(r));
	number("RespTimeValue", ib_class_resp_time_val((ib_class_port_info_t *)r));
#define C1(name, bit) number(name, !!(be16toh(r->cap_mask) & bit))
	C1("IsSubnetOptionalRecordsSupported", UMAD_SA_CAP_MASK_IS_SUBNET_OPT_REC_SUP);
	C1("IsUDMulticastSupported", UMAD_SA_CAP_MASK_IS_UD_MCAST_SUP);
	C1("IsMultiPathSupported", UMAD_SA_CAP_MASK_IS_MULTIPATH_SUP);
	C1("IsReInitSupported", UMAD_SA_CAP_MASK_IS_REINIT_SUP);
	C1("IsGIDScopedMultiPathSupported", UMAD_SA_CAP_MASK_IS_GID_SCOPED_MULTIPATH_SUP);
	C1("IsPortInfoCapabilityMaskMatchSupported",
	   UMAD_SA_CAP_MASK_IS_PORTINFO_CAP_MASK_MATCH_SUP);
	C1("IsLinkSpeedWidthPairsRecordsSupported",
	   UMAD_SA_CAP_MASK_IS_LINK_SPEED_WIDTH_PAIRS_REC_SUP);
	C1("IsPAServicesSupported", UMAD_SA_CAP_MASK_IS_PA_SERVICES_SUP);
#define C2(name, bit) number(name, !!(ib_class_cap_mask2(r) & bit))
	C2("IsQoSSupported", UMAD_SA_CAP_MASK2_IS_QOS_SUP);
	C2("IsReversePathPKeyMembershipBitSupported",
	   UMAD_SA_CAP_MASK2_IS_REV_PATH_PKEY_MEM_BIT_SUP);
	C2("IsMulticastFDBTopSupported", UMAD_SA_CAP_MASK2_IS_MCAST_TOP_SUP);
	C2("IsHierarchyInfoSupported", UMAD_SA_CAP_MASK2_IS_HIERARCHY_INFO_SUP);
	C2("IsAdditionalGUIDsSupported", UMAD_SA_CAP_MASK2_IS_ADDITIONAL_GUID_SUP);
	C2("IsFullPortInfoRecordSupported", UMAD_SA_CAP_MASK2_IS_FULL_PORTINFO_REC_SUP);
	C2("IsExtendedSpeedsSupported", UMAD_SA_CAP_MASK2_IS_EXT_SPEEDS_SUP);
	C2("IsMulticastServiceRecordSupported", UMAD_SA_CAP_MASK2_IS_MCAST_SERVICE_REC_SUP);
	C2("IsCableInfoRecordSupported", UMAD_SA_CAP_MASK2_IS_CABLE_INFO_REC_SUP);
	C2("IsPortInfoCapabilityMask2MatchSupported",
	   UMAD_SA_CAP_MASK2_IS_PORT_INFO_CAPMASK2_MATCH_SUP);
	C2("IsPortInfoExtendedRecordSupported", UMAD_SA_CAP_MASK2_IS_PORT_INFO_EXT_REC_SUP);
}

static void notice(void *in)
{
	const ib_mad_notice_attr_t *r = in;

	number("Notice.IsGeneric", r->generic_type >> 7);
	number("Notice.Type", r->generic_type & 0x7f);
	number("Notice.TrapNumberDeviceID", be16toh(r->g_or_v.generic.trap_num));
	N16("Notice.IssuerLID", issuer_lid);
	B("Notice.DataDetails", data_details.raw_data.details);
	B("IssuerGID", issuer_gid);
}

static void inform_info(const char *prefix, const ib_inform_info_t *r)
{
	char name[80];
#define P(field) (snprintf(name, sizeof name, "%s" field, prefix), name)
	bytes(P("GID"), &r->gid, 16);
	number(P("LIDRangeBegin"), be16toh(r->lid_range_begin));
	number(P("LIDRangeEnd"), be16toh(r->lid_range_end));
	number(P("IsGeneric"), r->is_generic);
	number(P("Subscribe"), r->subscribe);
	number(P("Type"), be16toh(r->trap_type));
	number(P("TrapNumberDeviceID"), be16toh(r->g_or_v.generic.trap_num));
	ib_net32_t qpn;
	uint8_t time;
	ib_inform_info_get_qpn_resp_time(r->g_or_v.generic.qpn_resp_time_val, &qpn, &time);
	number(P("QPN"), be32toh(qpn));
	number(P("RespTimeValue"), time);
	number(P("ProducerTypeVendorID"), be32toh(ib_inform_info_get_prod_type(r)));
}

static void node_record(void *in)
{
	const ib_node_record_t *r = in;

	mad("LID", in, IB_SA_NR_LID_F);
	mad("NodeInfo.BaseVersion", in, IB_SA_NR_BASEVER_F);
	mad("NodeInfo.ClassVersion", in, IB_SA_NR_CLASSVER_F);
	mad("NodeInfo.NodeType", in, IB_SA_NR_TYPE_F);
	mad("NodeInfo.NumPorts", in, IB_SA_NR_NPORTS_F);
	mad64("NodeInfo.SystemImageGUID", in, IB_SA_NR_SYSTEM_GUID_F);
	mad64("NodeInfo.NodeGUID", in, IB_SA_NR_GUID_F);
	mad64("NodeInfo.PortGUID", in, IB_SA_NR_PORT_GUID_F);
	mad("NodeInfo.PartitionCap", in, IB_SA_NR_PARTITION_CAP_F);
	mad("NodeInfo.DeviceID", in, IB_SA_NR_DEVID_F);
	mad("NodeInfo.Revision", in, IB_SA_NR_REVISION_F);
	mad("NodeInfo.LocalPortNum", in, IB_SA_NR_LOCAL_PORT_F);
	mad("NodeInfo.VendorID", in, IB_SA_NR_VENDORID_F);
	N16("LID", lid);
	N64("NodeInfo.NodeGUID", node_info.node_guid);
	B("NodeDescription.NodeString", node_desc.description);
}

static void portinfo_record(void *in)
{
	const ib_portinfo_record_t *r = in;

	N16("EndportLID", lid);
	N8("PortNum", port_num);
	N8("Options", options);
	N64("PortInfo.M_Key", port_info.m_key);
	N16("PortInfo.LID", port_info.base_lid);
	N16("PortInfo.MasterSMLID", port_info.master_sm_base_lid);
	number("PortInfo.PortState", ib_port_info_get_port_state(&r->port_info));
	N16("PortInfo.CapabilityMask2", port_info.capability_mask2);
	number("PortInfo.LinkSpeedExtActive",
	       ib_port_info_get_link_speed_ext_active(&r->port_info));
}

static void slvl_record(void *in)
{
	const ib_slvl_table_record_t *r = in;

	N16("LID", lid);
	N8("InputPortNum", in_port_num);
	N8("OutputPortNum", out_port_num);
	for (int sl = 0; sl < 16; sl++) {
		char name[80];
		snprintf(name, sizeof name, "SLtoVLMappingTable.SLtoVL[%d]", sl);
		number(name, ib_slvl_table_get(&r->slvl_tbl, sl));
	}
}

static void switch_info_record(void *in)
{
	const ib_switch_info_record_t *r = in;

	N16("LID", lid);
	N16("SwitchInfo.LinearFDBCap", switch_info.lin_cap);
	N16("SwitchInfo.MulticastFDBTop", switch_info.mcast_top);
}

static void lft_record(void *in)
{
	const ib_lft_record_t *r = in;

	N16("LID", lid);
	N16("BlockNum", block_num);
	elements("LinearForwardingTable.Port", r->lft, 1, 64);
}

static void mft_record(void *in)
{
	const ib_mft_record_t *r = in;

	N16("LID", lid);
	number("BlockNum", be16toh(r->position_block_num) & IB_MCAST_BLOCK_ID_MASK_HO);
	elements("MulticastForwardingTable.PortMask", r->mft, 2, 32);
}

static void sminfo_record(void *in)
{
	const ib_sminfo_record_t *r = in;

	N16("LID", lid);
	N64("SMInfo.GUID", sm_info.guid);
	N64("SMInfo.SM_Key", sm_info.sm_key);
	N32("SMInfo.ActCount", sm_info.act_count);
	number("SMInfo.Priority", ib_sminfo_get_priority(&r->sm_info));
	number("SMInfo.SMState", ib_sminfo_get_state(&r->sm_info));
}

static void inform_info_record(void *in)
{
	const ib_inform_info_record_t *r = in;

	B("SubscriberGID", subscriber_gid);
	N16("Enum", subscriber_enum);
	inform_info("InformInfo.", &r->inform_info);
}

static void link_record(void *in)
{
	const ib_link_record_t *r = in;

	N16("FromLID", from_lid);
	N8("FromPort", from_port_num);
	N8("ToPort", to_port_num);
	N16("ToLID", to_lid);
}

static void guidinfo_record(void *in)
{
	const ib_guidinfo_record_t *r = in;

	mad("LID", in, IB_SA_GIR_LID_F);
	mad("BlockNum", in, IB_SA_GIR_BLOCKNUM_F);
	mad64("GUIDInfo.GUID[0]", in, IB_SA_GIR_GUID0_F);
	mad64("GUIDInfo.GUID[7]", in, IB_SA_GIR_GUID7_F);
	N16("LID", lid);
	N8("BlockNum", block_num);
	elements("GUIDInfo.GUID", r->guid_info.guid, 8, 8);
}

static void service_record(void *in)
{
	const ib_service_record_t *r = in;

	mad64("ServiceID", in, IB_SA_SR_ID_F);
	array("ServiceGID", in, IB_SA_SR_GID_F, 16);
	mad("ServiceP_Key", in, IB_SA_SR_PKEY_F);
	mad("ServiceLease", in, IB_SA_SR_LEASE_F);
	array("ServiceKey", in, IB_SA_SR_KEY_F, 16);
	N64("ServiceID", service_id);
	B("ServiceGID", service_gid);
	N16("ServiceP_Key", service_pkey);
	N32("ServiceLease", service_lease);
	B("ServiceKey", service_key);
	B("ServiceName", service_name);
	elements("ServiceData8", r->service_data8, 1, 16);
	elements("ServiceData16", r->service_data16, 2, 8);
	elements("ServiceData32", r->service_data32, 4, 4);
	elements("ServiceData64", r->service_data64, 8, 2);
}

static void pkey_record(void *in)
{
	const ib_pkey_table_record_t *r = in;

	N16("LID", lid);
	N16("BlockNum", block_num);
	N8("PortNum", port_num);
	elements("P_KeyTable.P_Key", r->pkey_tbl.pkey_entry, 2, 32);
}

static void path_record(void *in)
{
	const ib_path_rec_t *r = in;

	array("DGID", in, IB_SA_PR_DGID_F, 16);
	array("SGID", in, IB_SA_PR_SGID_F, 16);
	mad("DLID", in, IB_SA_PR_DLID_F);
	mad("SLID", in, IB_SA_PR_SLID_F);
	mad("NumbPath", in, IB_SA_PR_NPATH_F);
	mad("SL", in, IB_SA_PR_SL_F);
	N64("ServiceID", service_id);
	B("DGID", dgid);
	B("SGID", sgid);
	N16("DLID", dlid);
	N16("SLID", slid);
	number("FlowLabel", ib_path_rec_flow_lbl(r));
	number("HopLimit", ib_path_rec_hop_limit(r));
	N8("TClass", tclass);
	number("Reversible", r->num_path >> 7);
	number("NumbPath", ib_path_rec_num_path(r));
	N16("P_Key", pkey);
	number("QoSClass", ib_path_rec_qos_class(r));
	number("SL", ib_path_rec_sl(r));
	number("MtuSelector", ib_path_rec_mtu_sel(r));
	number("Mtu", ib_path_rec_mtu(r));
	number("RateSelector", ib_path_rec_rate_sel(r));
	number("Rate", ib_path_rec_rate(r));
	number("PacketLifeTimeSelector", ib_path_rec_pkt_life_sel(r));
	number("PacketLifeTime", ib_path_rec_pkt_life(r));
	N8("Preference", preference);
}

static void vlarb_record(void *in)
{
	const ib_vl_arb_table_record_t *r = in;

	N16("LID", lid);
	N8("OutputPortNum", port_num);
	N8("BlockNum", block_num);
	for (int i = 0; i < 32; i++) {
		char name[80];
		snprintf(name, sizeof name, "VLArbitrationTable.Weight[%d]", i);
		number(name, r->vl_arb_tbl.vl_entry[i].weight);
	}
}

static void member_record(void *in)
{
	const ib_member_rec_t *r = in;
	uint8_t sl, hop, scope, state;
	uint32_t flow;

	array("MGID", in, IB_SA_MCM_MGID_F, 16);
	array("PortGID", in, IB_SA_MCM_PORTGID_F, 16);
	mad("Q_Key", in, IB_SA_MCM_QKEY_F);
	mad("MLID", in, IB_SA_MCM_MLID_F);
	mad("SL", in, IB_SA_MCM_SL_F);
	mad("Mtu", in, IB_SA_MCM_MTU_F);
	mad("Rate", in, IB_SA_MCM_RATE_F);
	mad("TClass", in, IB_SA_MCM_TCLASS_F);
	mad("P_Key", in, IB_SA_MCM_PKEY_F);
	mad("FlowLabel", in, IB_SA_MCM_FLOW_LABEL_F);
	mad("JoinState", in, IB_SA_MCM_JOIN_STATE_F);
	mad("ProxyJoin", in, IB_SA_MCM_PROXY_JOIN_F);
	B("MGID", mgid);
	B("PortGID", port_gid);
	N32("Q_Key", qkey);
	N16("MLID", mlid);
	number("MtuSelector", r->mtu >> 6);
	N8("TClass", tclass);
	N16("P_Key", pkey);
	number("RateSelector", r->rate >> 6);
	number("PacketLifeTimeSelector", r->pkt_life >> 6);
	number("PacketLifeTime", r->pkt_life & 0x3f);
	ib_member_get_sl_flow_hop(r->sl_flow_hop, &sl, &flow, &hop);
	number("SL", sl);
	number("FlowLabel", flow);
	number("HopLimit", hop);
	ib_member_get_scope_state(r->scope_state, &scope, &state);
	number("Scope", scope);
	number("JoinState", state);
}

static void multipath_record(void *in)
{
	const ib_multipath_rec_t *r = in;

	mad("NumbPath", in, IB_SA_MP_NPATH_F);
	mad("SGIDCount", in, IB_SA_MP_NSRC_F);
	mad("DGIDCount", in, IB_SA_MP_NDEST_F);
	number("FlowLabel", be32toh(r->hop_flow_raw) >> 8 & 0xfffff);
	number("HopLimit", be32toh(r->hop_flow_raw) & 0xff);
	N8("TClass", tclass);
	number("NumbPath", ib_multipath_rec_num_path(r));
	N16("P_Key", pkey);
	number("QoSClass", ib_multipath_rec_qos_class(r));
	number("SL", ib_multipath_rec_sl(r));
	number("MtuSelector", ib_multipath_rec_mtu_sel(r));
	number("Mtu", ib_multipath_rec_mtu(r));
	number("RateSelector", ib_multipath_rec_rate_sel(r));
	number("Rate", ib_multipath_rec_rate(r));
	number("PacketLifeTimeSelector", ib_multipath_rec_pkt_life_sel(r));
	number("PacketLifeTime", ib_multipath_rec_pkt_life(r));
	N8("ServiceID8MSBits", service_id_8msb);
	number("IndependenceSelector", r->independence >> 6);
	N8("SGIDCount", sgid_count);
	N8("DGIDCount", dgid_count);
	elements("ServiceID56LSBits", r->service_id_56lsb, 7, 1);
	for (int i = 0; i < IB_MULTIPATH_MAX_GIDS; i++) {
		char name[80];
		snprintf(name, sizeof name, "SDGID[%d]", i);
		bytes(name, &r->gids[i], 16);
	}
}

static void inform_info_alone(void *in)
{
	inform_info("", in);
}

static const struct {
	const char *name;
	void (*tell)(void *in);
	size_t padded;
} records[] = {
	{ "Header", header, 0 },
	{ "ClassPortInfo", class_port_info, sizeof(ib_class_port_info_t) },
	{ "Notice", notice, sizeof(ib_mad_notice_attr_t) },
	{ "InformInfo", inform_info_alone, 0 },
	{ "NodeRecord", node_record, sizeof(ib_node_record_t) },
	{ "PortInfoRecord", portinfo_record, sizeof(ib_portinfo_record_t) },
	{ "SLtoVLMappingTableRecord", slvl_record, sizeof(ib_slvl_table_record_t) },
	{ "SwitchInfoRecord", switch_info_record, sizeof(ib_switch_info_record_t) },
	{ "LinearForwardingTableRecord", lft_record, sizeof(ib_lft_record_t) },
	{ "MulticastForwardingTableRecord", mft_record, sizeof(ib_mft_record_t) },
	{ "SMInfoRecord", sminfo_record, sizeof(ib_sminfo_record_t) },
	{ "InformInfoRecord", inform_info_record, sizeof(ib_inform_info_record_t) },
	{ "LinkRecord", link_record, sizeof(ib_link_record_t) },
	{ "GuidInfoRecord", guidinfo_record, sizeof(ib_guidinfo_record_t) },
	{ "ServiceRecord", service_record, sizeof(ib_service_record_t) },
	{ "P_KeyTableRecord", pkey_record, sizeof(ib_pkey_table_record_t) },
	{ "PathRecord", path_record, sizeof(ib_path_rec_t) },
	{ "VLArbitrationTableRecord", vlarb_record, sizeof(ib_vl_arb_table_record_t) },
	{ "MCMemberRecord", member_record, sizeof(ib_member_rec_t) },
	{ "MultiPathRecord", multipath_record, sizeof(ib_multipath_rec_t) },
};

#define COUNT (sizeof records / sizeof *records)

static void constants(void)
{
	for (size_t i = 0; i < COUNT; i++)
		if (records[i].padded)
			printf("offset %s %zu\n", records[i].name, records[i].padded / 8);

#define M(rec, field, mask) printf("mask " rec " " field " %llx\n", (unsigned long long)be64toh(mask));
#include "sa_masks.h"
#undef M

#define V(what, value) printf("number %s %d\n", what, value)
	V("attribute ClassPortInfo", be16toh(IB_MAD_ATTR_CLASS_PORT_INFO));
	V("attribute Notice", be16toh(IB_MAD_ATTR_NOTICE));
	V("attribute InformInfo", be16toh(IB_MAD_ATTR_INFORM_INFO));
	V("attribute NodeRecord", be16toh(IB_MAD_ATTR_NODE_RECORD));
	V("attribute PortInfoRecord", be16toh(IB_MAD_ATTR_PORTINFO_RECORD));
	V("attribute SLtoVLMappingTableRecord", be16toh(IB_MAD_ATTR_SLVL_RECORD));
	V("attribute SwitchInfoRecord", be16toh(IB_MAD_ATTR_SWITCH_INFO_RECORD));
	V("attribute LinearForwardingTableRecord", be16toh(IB_MAD_ATTR_LFT_RECORD));
	V("attribute RandomForwardingTableRecord", UMAD_SA_ATTR_RANDOM_FT_REC);
	V("attribute MulticastForwardingTableRecord", be16toh(IB_MAD_ATTR_MFT_RECORD));
	V("attribute SMInfoRecord", be16toh(IB_MAD_ATTR_SMINFO_RECORD));
	V("attribute InformInfoRecord", be16toh(IB_MAD_ATTR_INFORM_INFO_RECORD));
	V("attribute LinkRecord", be16toh(IB_MAD_ATTR_LINK_RECORD));
	V("attribute GuidInfoRecord", be16toh(IB_MAD_ATTR_GUIDINFO_RECORD));
	V("attribute ServiceRecord", be16toh(IB_MAD_ATTR_SERVICE_RECORD));
	V("attribute P_KeyTableRecord", be16toh(IB_MAD_ATTR_PKEY_TBL_RECORD));
	V("attribute PathRecord", be16toh(IB_MAD_ATTR_PATH_RECORD));
	V("attribute VLArbitrationTableRecord", be16toh(IB_MAD_ATTR_VLARB_RECORD));
	V("attribute MCMemberRecord", be16toh(IB_MAD_ATTR_MCMEMBER_RECORD));
	V("attribute TraceRecord", be16toh(IB_MAD_ATTR_TRACE_RECORD));
	V("attribute MultiPathRecord", be16toh(IB_MAD_ATTR_MULTIPATH_RECORD));
	V("attribute ServiceAssociationRecord", be16toh(IB_MAD_ATTR_SVC_ASSOCIATION_RECORD));

	V("method SubnAdmGet", IB_MAD_METHOD_GET);
	V("method SubnAdmSet", IB_MAD_METHOD_SET);
	V("method SubnAdmGetResp", IB_MAD_METHOD_GET_RESP);
	V("method SubnAdmGetTable", IB_MAD_METHOD_GETTABLE);
	V("method SubnAdmGetTableResp", IB_MAD_METHOD_GETTABLE_RESP);
	V("method SubnAdmGetTraceTable", IB_MAD_METHOD_GETTRACETABLE);
	V("method SubnAdmGetMulti", IB_MAD_METHOD_GETMULTI);
	V("method SubnAdmGetMultiResp", IB_MAD_METHOD_GETMULTI_RESP);
	V("method SubnAdmDelete", IB_MAD_METHOD_DELETE);
	V("method SubnAdmDeleteResp", UMAD_SA_METHOD_DELETE_RESP);
	V("method SubnAdmTrap", IB_MAD_METHOD_TRAP);
	V("method SubnAdmReport", IB_MAD_METHOD_REPORT);
	V("method SubnAdmReportResp", IB_MAD_METHOD_REPORT_RESP);
	V("method SubnAdmTrapRepress", IB_MAD_METHOD_TRAP_REPRESS);

	V("status ERR_NO_RESOURCES", be16toh(IB_SA_MAD_STATUS_NO_RESOURCES));
	V("status ERR_REQ_INVALID", be16toh(IB_SA_MAD_STATUS_REQ_INVALID));
	V("status ERR_NO_RECORDS", be16toh(IB_SA_MAD_STATUS_NO_RECORDS));
	V("status ERR_TOO_MANY_RECORDS", be16toh(IB_SA_MAD_STATUS_TOO_MANY_RECORDS));
	V("status ERR_REQ_INVALID_GID", be16toh(IB_SA_MAD_STATUS_INVALID_GID));
	V("status ERR_REQ_INSUFFICIENT_COMPONENTS", be16toh(IB_SA_MAD_STATUS_INSUF_COMPS));
	V("status ERR_REQ_DENIED", be16toh(IB_SA_MAD_STATUS_DENIED));
	V("status PRIORITY_SUGGESTED", be16toh(IB_SA_MAD_STATUS_PRIO_SUGGESTED));

	V("rmpp resources exhausted", IB_RMPP_STATUS_RESX);
	V("rmpp total time too long", IB_RMPP_STATUS_T2L);
	V("rmpp inconsistent Last and PayloadLength", IB_RMPP_STATUS_BAD_LEN);
	V("rmpp inconsistent First and SegmentNumber", IB_RMPP_STATUS_BAD_SEG);
	V("rmpp bad RMPPType", IB_RMPP_STATUS_BADT);
	V("rmpp NewWindowLast too small", IB_RMPP_STATUS_W2S);
	V("rmpp SegmentNumber too big", IB_RMPP_STATUS_S2B);
	V("rmpp illegal RMPPStatus", IB_RMPP_STATUS_BAD_STATUS);
	V("rmpp unsupported RMPPVersion", IB_RMPP_STATUS_UNV);
	V("rmpp too many retries", IB_RMPP_STATUS_TMR);
	V("rmpp unspecified", IB_RMPP_STATUS_UNSPEC);
}

/* "order A B SIGN" and "rate WIDTH SPEED EXT CODE" */
static void rates(void)
{
	for (int a = IB_MIN_RATE; a <= IB_MAX_RATE; a++)
		for (int b = IB_MIN_RATE; b <= IB_MAX_RATE; b++) {
			int c = ib_path_compare_rates(a, b);
			printf("order %d %d %d\n", a, b, (c > 0) - (c < 0));
		}

	static const int widths[] = { 1, 2, 4, 8, 16 };
	for (int w = 0; w < 5; w++)
		for (int speed = 1; speed <= 4; speed *= 2)
			for (int ext = 0; ext <= 4; ext = ext ? ext * 2 : 1) {
				ib_port_info_t p = { 0 };
				p.link_width_active = widths[w];
				p.link_speed = speed << IB_PORT_LINK_SPEED_SHIFT;
				p.link_speed_ext = ext << 4;
				printf("rate %d %d %d %d\n", widths[w], speed, ext,
				       ib_port_info_compute_rate(&p, ext != 0));
			}
}

int main(void)
{
	static char name[64], hex[1024];
	static uint8_t in[512] __attribute__((aligned(8)));

	constants();
	rates();
	for (; scanf("%63s %1023s", name, hex) == 2; line++) {
		for (int i = 0; hex[2 * i]; i++) {
			unsigned int b;
			sscanf(hex + 2 * i, "%2x", &b);
			in[i] = b;
		}
		record = name;
		for (size_t i = 0; i < COUNT; i++)
			if (!strcmp(records[i].name, name))
				records[i].tell(in);
	}
	return 0;
}
